import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Flags, readOptions } from './config.js'
import { paymentHeadersOf } from './http/payment-headers.js'
import { ConfigurationError, optionMistakes, type SandboxOptions } from './options.js'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(sandbox: object): string {
  const name = join(folder, 'config.json')
  writeFileSync(name, JSON.stringify({ sandbox }))
  return name
}

/** What is wrong with flags and a file, without the name of the file. */
function mistakesOf(flags: Flags, sandbox?: object): readonly string[] {
  const config = sandbox && fileOf(sandbox)
  try {
    readOptions({ ...flags, ...(config && { config }) }, {})
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.mistakes.map((mistake) => mistake.replace(`${config}: `, ''))
  }
}

const settings = {
  userToken: { mode: 'optional', header: 'X-PSU-Token' },
  idempotencyKey: 'required',
  signatures: { mode: 'demanded', unexpected: 'refused' },
  payments: { lateOrders: 'refuse', cancellationHours: 24, charges: [{ rail: 'NRT', chargeMinor: 50 }] },
}

describe('families that are left out', () => {
  test('come from a file or a flag, and the flag wins', () => {
    const config = fileOf({ withoutFamilies: ['file-payment'] })

    expect(readOptions({ config }, {}).withoutFamilies).toEqual(['file-payment'])
    expect(
      readOptions({ config, withoutFamilies: 'domestic-standing-order, file-payment' }, {}).withoutFamilies,
    ).toEqual(['domestic-standing-order', 'file-payment'])
  })

  test('are extended ones', () => {
    const expected =
      'expected file-payment, international-future-dated-payment, domestic-standing-order, international-standing-order'

    expect(mistakesOf({ withoutFamilies: 'domestic-payment,fils' })).toEqual([
      `"domestic-payment" is no family that can be left out, ${expected}`,
      `"fils" is no family that can be left out, ${expected}`,
    ])
  })
})

describe('settings of payments', () => {
  test('come from a file', () => {
    expect(readOptions({ config: fileOf(settings) }, {})).toEqual(settings)
  })

  test('come from flags, which change one setting and keep the others of the file', () => {
    const flags = {
      userToken: 'off',
      idempotencyKey: 'optional',
      signatures: 'off',
      payments: 'lateOrders=move, nrtCeilingMinor=1000000,ibanChecksum=false',
    }

    expect(readOptions({ ...flags, config: fileOf(settings) }, {})).toEqual({
      userToken: { mode: 'off', header: 'X-PSU-Token' },
      idempotencyKey: 'optional',
      signatures: { mode: 'off', unexpected: 'refused' },
      payments: { ...settings.payments, lateOrders: 'move', nrtCeilingMinor: 1_000_000, ibanChecksum: false },
    })
  })

  test('are those of the default where nothing is said', () => {
    expect(paymentHeadersOf({})).toEqual({
      userToken: { mode: 'required', header: 'x-user-token' },
      idempotencyKey: 'optional',
      signatures: { mode: 'honoured', unexpected: 'ignored' },
    })
  })

  test('name a header as Node delivers it', () => {
    expect(paymentHeadersOf({ userToken: { header: 'X-PSU-Token' } }).userToken.header).toBe('x-psu-token')
  })
})

describe('mistakes in settings of payments', () => {
  test('are reported at once, of flags', () => {
    const flags = {
      userToken: 'never',
      idempotencyKey: 'yes',
      signatures: 'loud',
      payments: 'lateOrders=lose,colour=red,nrtSeconds=soon,cancellationHours',
    }

    expect(mistakesOf(flags)).toEqual([
      'userToken.mode is "never", expected one of required, optional, off',
      'idempotencyKey is "yes", expected one of optional, required',
      'signatures.mode is "loud", expected one of off, honoured, demanded',
      'payments.colour is not a setting',
      'payments.nrtSeconds is "soon", expected a whole number from 0',
      'payments.lateOrders is "lose", expected one of move, refuse',
      'payments.cancellationHours is "", expected a whole number from 0',
    ])
  })

  test('are reported at once, of a file', () => {
    const wrong = {
      userToken: { mode: 'never', header: 'x user' },
      signatures: { modes: 'off' },
      payments: { charges: [{ rail: 'XYZ', chargeMinor: -1 }] },
    }

    expect(mistakesOf({}, wrong).map((mistake) => mistake.split(' ')[0])).toEqual([
      'sandbox.payments.charges[0].rail',
      'sandbox.payments.charges[0].chargeMinor',
      'sandbox.userToken.mode',
      'sandbox.userToken.header',
      'sandbox.signatures.modes',
    ])
  })

  test('are told of what the values mean as well', () => {
    const wrong = { userToken: { header: 'Authorization' }, payments: { dnsCutOff: '25:00' } }

    expect(mistakesOf({}, wrong)).toEqual([
      'userToken.header is Authorization, which says something else',
      expect.stringContaining('"25:00" is no time of the day'),
      expect.stringContaining('the last cycle of DNS'),
    ])
  })

  test('are found in options of code', () => {
    const options = { signatures: { mode: 'none' }, payments: { lateOrders: 1 } } as unknown as SandboxOptions

    expect(optionMistakes(options)).toHaveLength(2)
  })
})
