// Puts a document of this bank into Swagger UI, with what the sample TPP needs filled in.
const { SwaggerUIBundle } = window
const { base } = document.body.dataset
const note = document.getElementById('note')

/** Only documents of this bank: the address of the page must not be able to name another. */
function wantedDocument() {
  const links = [...document.querySelectorAll('a[data-document]')]
  const named = new URLSearchParams(location.search).get('document')
  const link = links.find((each) => each.dataset.document === base + named) ?? links[0]
  link.setAttribute('aria-current', 'page')
  return link.dataset.document
}

const document_ = wantedDocument()
const spec = await (await fetch(document_)).json()
const nothing = { authorisations: {}, operations: {} }
const isControl = document_.endsWith('/control.json')
show(isControl ? nothing : ((await samplesFor(spec)) ?? nothing))

/**
 * Consents and payments of the sample TPP, made for this page. Where the control API asks for a token there are none without it, and
 * the page asks too.
 */
async function samplesFor({ info }, token) {
  const answer = await fetch(`${base}/_sandbox/samples`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ version: info.version }),
  }).catch(() => undefined)
  if (answer?.ok) return answer.json()
  if (answer?.status === 401) askForToken(token && 'This is not the control token of the bank.')
  else note.textContent = `Nothing could be filled in: the bank answered ${answer?.status ?? 'nothing'}.`
}

function askForToken(problem = '') {
  note.innerHTML = `<form><p>The control API of this bank asks for its token, which was printed when the bank started. With it, everything is filled in.
    <span role="alert"></span></p>
    <p><label>Control token <input type="password" name="token" required autocomplete="off"></label> <button>Fill in</button></p></form>`
  note.querySelector('[role=alert]').textContent = problem
  note.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    const token = new FormData(event.target).get('token').trim()
    const samples = await samplesFor(spec, token)
    if (!samples) return
    note.textContent = ''
    show(samples)
  })
}

/** Examples of parameters and bodies, and the consent that each authorisation is about. */
function fillIn({ paths, components }, { authorisations, operations }) {
  for (const [scheme, consentId] of Object.entries(authorisations)) {
    const flow = components.securitySchemes[scheme]?.flows?.authorizationCode
    if (flow) flow.authorizationUrl += `?consent_id=${encodeURIComponent(consentId)}`
  }
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    const { parameters = {}, body } = operations[operation.operationId] ?? {}
    operation.parameters = (operation.parameters ?? []).map((each) => {
      const parameter = each.$ref ? components.parameters[each.$ref.split('/').at(-1)] : each
      const example = parameters[parameter.name]
      return example === undefined ? each : { ...parameter, example }
    })
    for (const content of Object.values(operation.requestBody?.content ?? {}))
      if (body !== undefined) content.example = body
  }
}

function show(samples) {
  const shown = structuredClone(spec)
  fillIn(shown, samples)
  const ui = SwaggerUIBundle({
    spec: shown,
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'list',
    displayOperationId: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    // XML is shown as the example has it: it could not be made from a schema of text
    plugins: [() => ({ fn: { getXmlSampleSchema: (_schema, _config, example) => String(example ?? '') } })],
    oauth2RedirectUrl: `${location.origin}${base}/docs/oauth2-redirect.html`,
  })
  ui.initOAuth({
    usePkceWithAuthorizationCodeGrant: true,
    scopes: 'openid accounts payments',
    ...(samples.tpp && { clientId: samples.tpp.clientId, clientSecret: samples.tpp.clientSecret }),
  })
}

// the answer of an authorisation, which the page that receives it hands over
new BroadcastChannel('bank-documentation').addEventListener('message', ({ data }) => {
  const waiting = window.swaggerUIRedirectOauth2
  if (!waiting || data.state !== waiting.state) return
  const { auth, redirectUrl } = waiting
  if (data.code) {
    delete waiting.state
    auth.code = data.code
    waiting.callback({ auth, redirectUrl })
  } else {
    waiting.errCb({
      authId: auth.name,
      source: 'auth',
      level: 'error',
      message: [data.error ?? 'no code came', data.error_description].filter(Boolean).join(': '),
    })
  }
})
document.body.dataset.ready = 'yes'
