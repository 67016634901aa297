/**
 * The page as one file: nothing is loaded, and its content security policy allows no script but ours.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cleanResult } from '../clean-result.js'
import { readEvidence } from '../evidence.js'
import { markup, trusted } from '../markup.js'
import type { RunResult } from '../reporter.js'
import { exitReasons } from '../words.js'
import { caseSections } from './cases.js'
import { causesSection } from './causes.js'
import { filterBar } from './filters.js'
import { areasBlock, countsBlock, headerBlock } from './header.js'
import { sharedSection } from './shared.js'
import { SizeLimit } from './size-limit.js'
import { wireSection } from './wire.js'

const { resolve } = createRequire(import.meta.url)

function asset(name: string): string {
  return readFileSync(resolve(`#assets/conformance/report/html/${name}`), 'utf8')
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The report as an HTML document. Every text in it is escaped; its policy allows the style and script below alone. */
export function renderPage(dirty: RunResult): string {
  const result = cleanResult(dirty)
  const { info, verdicts } = result
  const evidence = readEvidence(result.transcript)
  const style = asset('page.css')
  const script = asset('page-script.js')
  const policy = `default-src 'none'; img-src data:; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`

  const sizeLimit = new SizeLimit()
  const wire = wireSection(verdicts.wire, evidence, sizeLimit)
  const cases = caseSections(verdicts.cases, evidence, sizeLimit)
  const shared = sharedSection(evidence, sizeLimit)
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${exitReasons[verdicts.exitCode].headline}: ${info.profileName}, conformance report</title>
<style>${trusted(style)}</style></head>
<body><a class="skip" href="#cases">Skip to the cases</a>
${headerBlock(result)}
<main>${causesSection(verdicts, evidence)}
${countsBlock(verdicts)}
${areasBlock(verdicts)}
<div id="cases">${filterBar(verdicts)}
<p class="none" id="nothing" hidden>No case fits this filter.</p>
${cases}
${wire}</div>
${shared}</main>
<footer><p>Secrets were redacted before anything was recorded. Nothing in this file is loaded from elsewhere.</p></footer>
<script>${trusted(script)}</script></body></html>
`
  return page.toString()
}
