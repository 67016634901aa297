/** Makes consents until the file cannot grow any more, then a few more, and prints how the bank answered. */
import { startSandbox } from '#sandbox/index.js'

const [folder = ''] = process.argv.slice(2)
const bank = await startSandbox({ store: `lowdb:${folder}` })
const [tpp] = bank.tpps
const token = await fetch(`${bank.url}/oauth2/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${Buffer.from(`${tpp?.clientId}:${tpp?.clientSecret}`).toString('base64')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
})
const { access_token } = (await token.json()) as { access_token: string }
const consents = `${bank.bases['1.0.0']}/account-access-consents`
const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }

const made: string[] = []
let refused = 0
for (let each = 0; each < 5000 && refused < 10; each += 1) {
  const answer = await fetch(consents, {
    method: 'POST',
    headers,
    body: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} }),
  })
  const body = (await answer.json()) as { Data?: { ConsentId: string }; Errors?: { ErrorCode: string }[] }
  if (answer.status === 201) made.push(String(body.Data?.ConsentId))
  else if (answer.status === 500 && body.Errors?.[0]?.ErrorCode === 'UnexpectedError') refused += 1
  else throw new Error(`the bank answered ${answer.status}`)
}
const read = await fetch(`${consents}/${made[0]}`, { headers })
process.stdout.write(JSON.stringify({ made, refused, readWhileFull: read.status }))
process.exit(0)
