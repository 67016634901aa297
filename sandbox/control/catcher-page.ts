/**
 * The page of a catcher: what came, whether it holds, and how it was answered.
 *
 * @module
 */
import { type Html, html } from '#authorize-ui/html.js'
import type { CatcherView } from './events.js'

const caughtItem = ({ at, path, isVerified, problem, claims, answer }: CatcherView['caught'][number]): Html => html`
<li>
<h2>${at}</h2>
<p>${isVerified ? 'Verified: form, signature and claims hold.' : `Not verified: ${problem ?? ''}`}</p>
<p>Came to <code>${path}</code>, answered “${answer}”.</p>
<pre tabindex="0" role="region" aria-label="Claims of ${at}"><code>${JSON.stringify(claims ?? null, undefined, 2)}</code></pre>
</li>`

/** The whole document. It has no script: reload it to see more. */
export function renderCatcherPage(publicUrl: string, { catcher, callbackUrl, answer, caught }: CatcherView): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Catcher ${catcher} – sandbox bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs/developer-page.css">
</head>
<body>
<header><p class="mark"><a href="${base}/">Sandbox bank</a> <span>invented people, invented money</span></p></header>
<main>
<h1>Catcher ${catcher}</h1>
<p>Subscribe with the CallbackUrl <code>${callbackUrl}</code>. It answers “${answer}”.</p>
${caught.length === 0 ? html`<p>Nothing has come yet.</p>` : html`<ol>${caught.map(caughtItem)}</ol>`}
</main>
</body>
</html>
`.toString()
}
