/**
 * What the pages for developers share: the document, the name of the bank, lines to paste.
 *
 * @module
 */
import { type Html, html } from '#authorize-ui/html.js'

export interface DeveloperPage {
  /** The path of the public URL, which precedes every address of the page. */
  readonly base: string
  readonly heading: string
  readonly content: Html
}

/** The whole document. It needs nothing but its style sheet, and has no script. */
export function renderDeveloperPage({ base, heading, content }: DeveloperPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${heading} – sandbox bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs/developer-page.css">
</head>
<body>
<header>
<p class="mark"><a href="${base}/">Sandbox bank</a> <span>invented people, invented money</span></p>
<nav aria-label="Pages"><ul><li><a href="${base}/">Home</a></li><li><a href="${base}/docs">Documentation</a></li><li><a href="${base}/my-consents">My consents</a></li></ul></nav>
</header>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`.toString()
}

/** A line to paste into a shell; it scrolls where it is longer than the page. */
export const line = (text: string, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

/** The path of a public URL. */
export const basePathOf = (publicUrl: string) => new URL(publicUrl).pathname.replace(/\/$/, '')
