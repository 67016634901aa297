/**
 * The home page of the bank for developers.
 *
 * @module
 */
import { type Html, html } from '#authorize-ui/html.js'
import { controlGroups } from '../control/operations.js'
import { basePathOf, line, renderDeveloperPage } from './developer-page.js'
import type { HomeView } from './home.js'

export function renderHomePage(view: HomeView): string {
  return renderDeveloperPage({
    base: basePathOf(view.url),
    heading: 'A bank to test against',
    content: html`<p class="lead">A whole open banking bank: people and money are invented, everything else is real. Everything on this page is also JSON: ${line(`curl -s ${view.control.url}`, 'This page as JSON')}</p>
${'psus' in view ? firstSteps(view) : tokenNotice(view)}
<section aria-labelledby="addresses"><h2 id="addresses">Addresses</h2>
<dl>
${Object.entries(view.bases).map(([version, url]) => fact(`Version ${version}`, url))}
${fact('Issuer', view.issuer)}
${fact('Documentation to try', view.documentation.page, true)}
${Object.entries(view.documentation.openapi).map(([name, url]) => fact(name === 'control' ? 'OpenAPI of the control API' : `OpenAPI of ${name}`, url, true))}
${fact('A customer’s consents', view.pages.myConsents, true)}
${fact('Redirect address for trying', view.pages.callback, true)}
</dl></section>
${'psus' in view && [people(view), tpps(view), time(view), faults(view), levers(view)]}`,
  })
}

type WholeView = Extract<HomeView, { readonly psus: unknown }>

const fact = (name: string, value: string, isLink = false): Html =>
  html`<div><dt>${name}</dt><dd>${isLink ? html`<a href="${value}">${value}</a>` : html`<code>${value}</code>`}</dd></div>`

const tokenNotice = (view: HomeView): Html =>
  html`<p>Credentials and levers are shown to callers with the control token, which was printed when the bank started: ${line(`curl -s ${view.control.url} -H "Authorization: Bearer $OB_CONTROL_TOKEN"`, 'Everything, with the control token')}</p>`

function firstSteps({ url, psus, bases }: WholeView): Html {
  const [psu] = psus
  return html`<section aria-labelledby="first"><h2 id="first">First steps</h2>
<p>A token of ${psu?.name ?? 'somebody'}’s consent without a browser, and what it reads:</p>
${line(`TOKEN=$(npx --no ob-sandbox token --bank ${url} --psu ${psu?.username ?? ''}) && curl -s ${bases['1.0.0']}/accounts -H "Authorization: Bearer $TOKEN"`, 'A token, and the accounts it reads')}
<p>By hand, through the pages: <a href="${url}/docs">the documentation</a> can authorise and send each request.</p></section>`
}

function people({ psus }: WholeView): Html {
  const rows = psus.map(
    ({ username, password, otp, name, purpose, try: line }) =>
      html`<tr><th scope="row"><bdi>${username}</bdi></th><td><bdi>${name}</bdi></td><td><code>${password}</code></td><td><code>${otp}</code></td><td>${purpose}</td><td><code>${line}</code></td></tr>`,
  )
  return html`<section aria-labelledby="people"><h2 id="people">Test people</h2>
<p>Customers of the bank. They log in with password and one-time code, which always works.</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="people"><table>
<thead><tr><th scope="col">Username</th><th scope="col">Name</th><th scope="col">Password</th><th scope="col">One-time code</th><th scope="col">There to test</th><th scope="col">A token of theirs</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}

function tpps({ tpps }: WholeView): Html {
  const rows = tpps.map(
    ({ clientId, clientSecret, name, requestsPerMinute, redirectUris, try: example }) => html`<li><h3>${clientId}</h3>
<p>“${name}”, ${requestsPerMinute} requests a minute. Secret <code>${clientSecret}</code>. Redirects to ${redirectUris.map((uri) => html`<code>${uri}</code> `)}</p>
${line(example, `A token of ${clientId}`)}</li>`,
  )
  return html`<section aria-labelledby="tpps"><h2 id="tpps">TPPs</h2><p>A loopback redirect address may have any port.</p><ul class="plain">${rows}</ul></section>`
}

const time = ({ clock }: WholeView): Html => html`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p>It is <time datetime="${clock.now}">${clock.now}</time> at the bank; its clock ${clock.frozen ? 'stands still' : 'runs'}.</p>
${line(clock.try, 'Moving the clock')}</section>`

const faults = ({ faults }: WholeView): Html => html`<section aria-labelledby="faults"><h2 id="faults">Faults</h2>
<p>${faults.active.length === 0 ? 'None is on' : `On: ${faults.active.map(({ id }) => id).join(', ')}`}, of ${faults.available}.</p>
${line(faults.try, 'Listing the faults')}</section>`

function levers({ levers }: WholeView): Html {
  const groups = Object.entries(controlGroups).map(([group, sentence]) => {
    const rows = levers
      .filter((lever) => lever.group === group)
      .map(
        ({ id, method, summary, try: example }) =>
          html`<li><h4>${method} ${id}</h4><p>${summary}</p>${line(example, id)}</li>`,
      )
    return html`<h3>${group}</h3><p>${sentence}</p><ul class="plain">${rows}</ul>`
  })
  return html`<section aria-labelledby="levers"><h2 id="levers">Levers</h2>
<p>The control API: no part of the standard.</p>${groups}</section>`
}
