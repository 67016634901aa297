import { describe, expect, test } from 'vitest'
import { readOptions } from '../config.js'

describe('settings of events on the command line', () => {
  test('are pairs with commas between them, a list with pluses', () => {
    const events = 'retrySeconds=1+60, oneSubscription=true,privateCallbacks=false,callbackMillis=500'

    expect(readOptions({ events }, {}).events).toEqual({
      retrySeconds: [1, 60],
      oneSubscription: true,
      privateCallbacks: false,
      callbackMillis: 500,
    })
    expect(readOptions({ events: 'retrySeconds=' }, {}).events).toEqual({ retrySeconds: [] })
  })

  test.each([
    ['colour=red', 'events.colour is not a setting'],
    ['retrySeconds=soon', 'events.retrySeconds[0] is "soon"'],
    ['oneSubscription', 'events.oneSubscription is ""'],
    ['callbackMillis=1', 'events.callbackMillis is 1'],
  ])('that are wrong are named: %s', (events, mistake) => {
    expect(() => readOptions({ events }, {})).toThrow(mistake)
  })
})
