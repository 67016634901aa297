// Prints, as JSON, the files of sandbox/ whose functions run for one request of each kind. Its argument is a folder for the store.
import { Session } from 'node:inspector/promises'
import { setTimeout as wait } from 'node:timers/promises'

const root = new URL('../../dist/sandbox/', import.meta.url)
const { startSandbox } = await import(new URL('index.js', root).href)
const bank = await startSandbox({ store: `lowdb:${process.argv[2]}` })
const session = new Session()
session.connect()
await session.post('Profiler.enable')

const base = bank.bases['1.0.0']
const permissions = [
  'ReadAccountsDetail',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
]
const { accessToken } = await bank.authorise(await bank.createConsent({ permissions }))
const read = { headers: { authorization: `Bearer ${accessToken}` } }
const [account] = (await (await fetch(`${base}/accounts`, read)).json()).Data.Account
const [{ clientId, clientSecret }] = bank.tpps
const tokens = await fetch(`${bank.url}/oauth2/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
})
const { access_token } = await tokens.json()

const requests = {
  read: () => fetch(`${base}/accounts/${account.AccountId}/transactions`, read),
  create: () =>
    fetch(`${base}/account-access-consents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} }),
    }),
}
const files = {}
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
for (const [name, send] of Object.entries(requests)) {
  for (let times = 0; times < 3; times += 1) await (await send()).text()
  // what a timer runs beside one answer is not on the way of all three
  const ways = [await wayOf(send), await wayOf(send), await wayOf(send)]
  const [first, ...others] = ways
  files[name] = {
    status: first.status,
    files: first.files.filter((file) => others.every((way) => way.files.includes(file))),
  }
}

async function wayOf(send) {
  await session.post('Profiler.takePreciseCoverage')
  const answer = await send()
  await answer.text()
  await wait(50)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  // a module as a whole is a function without a name that begins at 0
  const hasRun = ({ functions }) =>
    functions.some(({ functionName, ranges: [range] }) => range.count > 0 && (functionName || range.startOffset > 0))
  return {
    status: answer.status,
    files: result
      .filter(({ url }) => url.startsWith(root.href))
      .filter(hasRun)
      .map(({ url }) => url.slice(root.href.length).replace(/js$/, 'ts')),
  }
}

await bank.close()
process.stdout.write(JSON.stringify(files))
process.exit(0)
