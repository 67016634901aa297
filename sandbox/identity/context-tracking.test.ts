import { AsyncLocalStorage } from 'node:async_hooks'
import tracked from 'oidc-provider/lib/helpers/als.js'
import { expect, test, vi } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank } from '../testing/test-bank.js'
import { whileTracked } from './context-tracking.js'

test('is the storage that the library asks', async () => {
  const run = vi.spyOn(tracked, 'run')
  const bank = await openTestBank()
  await bank.send(oauthRequests(bank).form('/oauth2/token', { grant_type: 'client_credentials', scope: 'accounts' }))
  await bank.close()

  expect(tracked).toBeInstanceOf(AsyncLocalStorage)
  expect(run).toHaveBeenCalled()
})

test('is disabled after the last of the requests under way, and not before', async () => {
  const disable = vi.spyOn(tracked, 'disable')
  let endFirst = () => {}
  let breakSecond = (_: Error) => {}
  const both = [
    whileTracked(() => new Promise<void>((resolve) => (endFirst = resolve))),
    whileTracked(() => new Promise((_, reject) => (breakSecond = reject))),
  ]

  endFirst()
  await both[0]
  expect(disable).not.toHaveBeenCalled()
  breakSecond(new Error('broken off'))
  await expect(both[1]).rejects.toThrow('broken off')

  expect(disable).toHaveBeenCalledOnce()
})
