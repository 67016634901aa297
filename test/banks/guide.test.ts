import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runSuite } from '#conformance/index.js'
import { readPageAdapter } from '#conformance/profile/page-adapter.js'
import { readProfile } from '#conformance/profile/read-profile.js'
import { startHandMadeBank } from './hand-made-bank.js'

const guide = readFileSync(new URL('../../docs/judge-your-bank.md', import.meta.url), 'utf8')
const [profile = '', pages = '', headless = ''] = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text)

const env = {
  PEARL_SECRET: 'coral-secret',
  PEARL_PASSWORD: 'pearl-1',
  PEARL_CODE: '111222',
  PEARL_DECIDE_TOKEN: 'none',
}

test('the profile and the decisions of the guide judge a bank, which is found clean', async () => {
  const bank = await startHandMadeBank()
  const written = { ...parse(profile), journeys: parse(headless).journeys }
  const here = JSON.parse(JSON.stringify(written).replaceAll('https://test.pearl.example', bank.url))
  const read = readProfile('guide', here, { env, folder: '.' })
  const { verdicts } = await runSuite({ profile: read, now: Date.now })
  await bank.close()

  expect(verdicts.cases.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  expect(verdicts.exitCode).toBe(0)
})

test('the pages of the guide are those of that bank', () => {
  const own = readFileSync(new URL('bank-pages.yaml', import.meta.url), 'utf8')

  expect(readPageAdapter('guide', parse(pages))).toEqual(parse(own))
})
