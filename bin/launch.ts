#!/usr/bin/env node
/**
 * Runs the bundle of `ob-sandbox` with what V8 has compiled of it before, which halves the time of a start (docs/decisions/0128).
 * Without it, or where V8 refuses it (another version, other flags), it is compiled as ever.
 *
 * @module
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Filled in by the build: the file beside this one. */
declare const bundleName: string

/** By then a bank has started and compiled what a start needs. */
const keepAfterMillis = 2000

const path = join(import.meta.dirname, bundleName)
const keptPath = `${path}.${process.version}-${process.arch}.cache`
compile()(createRequire(path), { exports: {} }, path, dirname(path))

type Bundle = (require: NodeJS.Require, module: { exports: object }, filename: string, folder: string) => void

/** In a function of its own, which leaves nothing of what was read in memory. */
function compile(): Bundle {
  const kept = readKept()
  const script = new Script(readFileSync(path, 'latin1'), { filename: path, ...(kept && { cachedData: kept }) })
  if (!kept) setTimeout(keep, keepAfterMillis, script).unref()
  return script.runInThisContext() as Bundle
}

function readKept(): Buffer | undefined {
  try {
    return readFileSync(keptPath)
  } catch {
    return undefined
  }
}

/** Whole or not at all: several banks may start at once. Where the folder cannot be written, nothing is kept. */
function keep(script: Script): void {
  const part = `${keptPath}.${process.pid}`
  try {
    writeFileSync(part, script.createCachedData())
    renameSync(part, keptPath)
  } catch {
    rmSync(part, { force: true })
  }
}
