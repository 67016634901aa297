#!/usr/bin/env node
/**
 * `ob-sandbox`: a new bank needs a key, which takes another thread 50 to 400 ms to make. It is begun before the bank is loaded (docs/decisions/0099).
 *
 * @module
 */
import { makeSigningKey } from '#sandbox/identity/keys.js'

const early = process.argv[2] === 'start' ? [makeSigningKey()] : []
// it fails where it is awaited
for (const key of early) key.catch(() => undefined)

const { runCommand } = await import('./sandbox-command.js')
await runCommand(() => early.pop() ?? makeSigningKey())
