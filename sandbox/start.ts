/**
 * A bank of one's own, for the command line and for test processes alike.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { samplePsus } from '#fixtures/bank.js'
import { basePaths, isDateTime, type Permission, parseDateTime, type Version } from '#standard/index.js'
import { type BuildOptions, buildSandbox } from './app.js'
import { parseDuration, toDateTime } from './clock/durations.js'
import { type Clock, systemClock } from './clock/system-clock.js'
import { ConfigError, optionMistakes, type SandboxOptions } from './config.js'
import { controlPath, isLoopback } from './control/control-api.js'
import type { FaultSetting } from './faults/active-faults.js'
import { makeSigningKey } from './identity/keys.js'
import { drain, listen } from './server.js'
import { openStore } from './store/open-store.js'
import { moveClock, setFaults } from './tenants.js'
import { type Authorised, type AuthoriseOptions, createTppFlows } from './tpp-flows.js'

/** What a caller needs to know of a running bank; `ob-sandbox start --json` prints just this. */
export interface SandboxFacts {
  readonly url: string
  readonly bases: Readonly<Record<Version, string>>
  readonly issuer: string
  readonly control: { readonly url: string; readonly token: string | null }
  readonly tpps: readonly { clientId: string; clientSecret: string; redirectUris: readonly string[] }[]
  readonly psus: readonly { username: string; password: string; otp: string }[]
}

export interface Sandbox extends SandboxFacts {
  readonly seed: number
  /** Creates a consent as the first TPP. Default permission: ReadAccountsDetail. */
  createConsent(options?: { permissions?: readonly Permission[]; version?: Version }): Promise<string>
  /** Has the PSU decide on a consent, without a browser, and fetches its tokens. Default: the first PSU approves. */
  authorise(consentId: string, options?: AuthoriseOptions): Promise<Authorised>
  /** The bank's clock. Instants are ISO 8601 date-times with an offset, durations ISO 8601 (`P3D`). */
  readonly clock: {
    now(): string
    set(dateTime: string): Promise<void>
    advance(duration: string): Promise<void>
    freeze(): Promise<void>
    resume(): Promise<void>
  }
  readonly faults: {
    /** Switches these on and all others off. */
    set(settings: readonly FaultSetting[]): Promise<void>
  }
  /** Lets requests under way finish and lets go of port and store. */
  close(): Promise<void>
}

/**
 * Starts a bank and resolves once it answers. Nothing is shared with any other, and nothing is left behind when it fails.
 *
 * @param options see {@link SandboxOptions}; without any, a bank in memory on a free loopback port
 * @param system source of real time. Default the system clock
 * @throws {ConfigError} with everything that is wrong with the options
 */
export async function startSandbox(options: SandboxOptions = {}, system: Clock = systemClock): Promise<Sandbox> {
  const mistakes = optionMistakes(options)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  const key = makeSigningKey()
  key.catch(() => undefined)
  const store = await openStore(options.store ?? 'memory')
  try {
    const { server, port } = await listen(options.host ?? defaultHost, options.port ?? 0)
    try {
      return await openBank(options, { system, store, server, port, signingKey: () => key })
    } catch (error) {
      server.close()
      server.closeAllConnections()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

const defaultHost = '127.0.0.1'

interface Opened extends Pick<BuildOptions, 'system' | 'store' | 'signingKey'> {
  readonly server: Server
  readonly port: number
}

async function openBank(options: SandboxOptions, opened: Opened): Promise<Sandbox> {
  const { server, port } = opened
  const host = options.host ?? defaultHost
  const url = options.publicUrl?.replace(/\/+$/, '') ?? `http://${urlHost(host)}:${port}`
  const isOpen = options.controlToken === undefined && isLoopback(host) && options.publicUrl === undefined
  const controlToken = isOpen ? undefined : (options.controlToken ?? randomBytes(24).toString('base64url'))

  const { app, tenant, tpps } = await buildSandbox({
    ...options,
    ...opened,
    publicUrl: url,
    ...(controlToken !== undefined && { controlToken }),
  })
  const bases = { '0.0.1': url + basePaths['0.0.1'], '1.0.0': url + basePaths['1.0.0'] }
  const psus = samplePsus(tenant.bank)
  const [firstTpp] = tpps
  const [firstPsu] = psus
  if (!firstTpp || !firstPsu) throw new Error('the bank has no TPP or no PSU')
  const flows = createTppFlows({ app, url, tpp: firstTpp, psu: firstPsu, controlToken })

  return {
    url,
    bases,
    issuer: url,
    seed: tenant.bank.seed,
    control: { url: url + controlPath, token: controlToken ?? null },
    tpps: tpps.map(({ clientId, clientSecret, redirectUris }) => ({ clientId, clientSecret, redirectUris })),
    psus: psus.map(({ username, password, otp }) => ({ username, password, otp })),
    ...flows,
    clock: {
      now: () => toDateTime(tenant.clock.now()),
      set: async (dateTime) => {
        if (!isDateTime(dateTime)) throw new RangeError(`${dateTime} is no date-time such as 2030-01-15T09:00:00+03:00`)
        await moveClock(tenant, (clock) => clock.set(parseDateTime(dateTime)))
      },
      advance: async (duration) => {
        const millis = parseDuration(duration)
        if (millis === undefined) throw new RangeError(`${duration} is no duration such as P3D or PT1H30M`)
        await moveClock(tenant, (clock) => clock.advance(millis))
      },
      freeze: () => moveClock(tenant, (clock) => clock.freeze()),
      resume: () => moveClock(tenant, (clock) => clock.resume()),
    },
    faults: { set: (settings) => setFaults(tenant, settings) },
    close: async () => {
      await drain(server)
      await app.close()
    },
  }
}

/** A host as it stands in a URL; an address that means every interface is reached by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
