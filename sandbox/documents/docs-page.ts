/**
 * The page on which the documents are read and tried: Swagger UI under the name of the bank, and the page that its authorisation ends on.
 *
 * @module
 */
import { html } from '#authorize-ui/html.js'
import { versions } from '#standard/index.js'
import { openApiPath } from './addresses.js'

const documents = [
  ...[...versions].reverse().map((version) => ({ name: `Version ${version}`, path: openApiPath(version) })),
  { name: 'Control API', path: openApiPath('control') },
]

/** @param publicUrl whose path precedes every address of the page */
export function docsPage(publicUrl: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const links = documents.map(
    ({ name, path }) =>
      html`<li><a data-document="${base}${path}" href="?document=${encodeURIComponent(path)}">${name}</a></li>`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Documentation – sandbox bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/png" href="${base}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
<link rel="stylesheet" href="${base}/docs/docs-page.css">
</head>
<body data-base="${base}">
<header class="bank">
<p class="mark"><a href="${base}/">Sandbox bank</a> <span>invented people, invented money</span></p>
<nav aria-label="Documents"><ul>${links}</ul></nav>
</header>
<div id="note" class="note" role="status"></div>
<main id="swagger-ui"></main>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script type="module" src="${base}/docs/docs-page.js"></script>
</body>
</html>
`.toString()
}

/** Where the authorisation of the page ends: it hands code and state to the window that asked. */
export function redirectPage(publicUrl: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Authorised – sandbox bank</title><link rel="icon" href="data:,"></head>
<body><main><p>The documentation has the answer of the bank. This window can be closed.</p></main>
<script src="${base}/docs/oauth2-redirect.js"></script></body>
</html>
`.toString()
}
