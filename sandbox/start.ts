/**
 * Starts a bank, for the command line and for test processes.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { samplePsus } from '#fixtures/bank.js'
import { basePaths, isDateTime, parseDateTime, type Version } from '#standard/index.js'
import { type BuildOptions, buildSandbox } from './app.js'
import { parseDuration } from './clock/durations.js'
import { type Clock, systemClock } from './clock/system-clock.js'
import { moveClock, toDateTime } from './clock/tenant-clock.js'
import { collections } from './collections.js'
import { controlPath, isLoopback } from './control/control-api.js'
import { setFaults } from './faults/active-faults.js'
import { type FaultSetting, faultProblems } from './faults/settings.js'
import { type MakeKey, makeSigningKey } from './identity/keys.js'
import { sampleClientIds } from './identity/tpps.js'
import { ConfigurationError, optionMistakes, type SandboxOptions } from './options.js'
import { type DrainOptions, type Listening, listen } from './server.js'
import { openStore } from './store/open-store.js'
import { issueForServer } from './tls/authority.js'
import { type CertificateFiles, certificatesIn, filesOf } from './tls/folder.js'
import {
  type Authorise,
  type AuthoriseOptions,
  type ConsentOptions,
  createTppFlows,
  type PaymentConsentMade,
  type PaymentMade,
  type PaymentOptions,
} from './tpp-flows.js'
import { setVariations, variationProblems } from './variations/active-variations.js'

/** What a caller needs to know about a running bank; `ob-sandbox start --json` prints this. */
export interface SandboxFacts {
  readonly url: string
  readonly bases: Readonly<Record<Version, string>>
  readonly issuer: string
  readonly control: { readonly url: string; readonly token: string | null }
  readonly tpps: readonly { clientId: string; clientSecret: string; redirectUris: readonly string[] }[]
  readonly psus: readonly { username: string; password: string; otp: string }[]
  /** Of a bank on TLS whose certificates are kept in a folder: where they are. */
  readonly tls?: CertificateFiles
}

export interface Sandbox extends SandboxFacts {
  readonly seed: number
  /** Of a bank on TLS: the certificate of its authority, in PEM. */
  readonly ca?: string
  /** Creates a consent, and gives its id. Default: the first TPP asks for ReadAccountsDetail, without an end. @throws where the bank refuses it */
  createConsent(options?: ConsentOptions): Promise<string>
  /**
   * Has the PSU decide on a consent, without a browser, and fetches its tokens, as the TPP that asked for it. Default: the first PSU approves.
   *
   * @throws when there is no code: with `decision` `reject` or `cancel`, where none is expected, it gives where the PSU is sent back to
   */
  readonly authorise: Authorise
  /** A user token of the first TPP, for a user of its own. */
  userToken(user: string): Promise<string>
  /**
   * The value of `x-jws-signature` for a body, as a TPP that has registered no keys of its own. Default the first TPP, whose key is
   * made when it first signs. @param mediaType of the body. Default JSON
   */
  sign(body: string | Uint8Array, clientId?: string, mediaType?: string): Promise<string>
  /** Creates a consent to a domestic payment as the first TPP, signed. Default: BHD 1.000 to somebody at another bank, the account left to the PSU. */
  createPaymentConsent(payment?: PaymentOptions): Promise<PaymentConsentMade>
  /** Creates a consent to a domestic payment, has the PSU approve it, and submits the payment. Default: the first PSU. */
  pay(payment?: PaymentOptions & Omit<AuthoriseOptions, 'scope' | 'decision'>): Promise<PaymentMade>
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
  readonly variations: {
    /** Switches these lawful choices of a bank on and all others off, by id. */
    set(ids: readonly string[]): Promise<void>
  }
  /** Lets requests under way finish and closes port and store. */
  close(options?: DrainOptions): Promise<void>
}

/** What a bank takes from the process around it. */
export interface StartDeps {
  /** Source of real time. Default the system clock. */
  readonly system?: Clock
  /** When a bank that is new was opened, in milliseconds since 1970: banks of one seed and instant share their people and rows. Default now. */
  readonly openedAt?: number
  /** Where the lines of requests are written. Default standard error. */
  readonly requestLines?: BuildOptions['requestLines']
  /** Makes the keys that the bank and its TPPs sign with. Default a new one each time. */
  readonly makeKey?: MakeKey
}

/**
 * Starts a bank and resolves once it answers. It shares nothing with other banks, and leaves nothing open when it fails.
 *
 * @param options see {@link SandboxOptions}; without any, a bank in memory on a free loopback port
 * @throws {ConfigurationError} with everything that is wrong with the options
 */
export async function startSandbox(
  options: SandboxOptions = {},
  { system = systemClock, makeKey = makeSigningKey, requestLines, openedAt }: StartDeps = {},
): Promise<Sandbox> {
  const mistakes = optionMistakes(options)
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  const key = makeKey()
  key.catch(() => undefined)
  const store = await openStore(options.store ?? 'memory', collections)
  try {
    const host = options.host ?? defaultHost
    const made = options.tls ? await certificatesOf(options, host, system.now()) : undefined
    const listening = await listen(host, options.port ?? 0, undefined, made?.server)
    try {
      return await openBank(options, {
        ...(made && { certificates: made.certificates }),
        system,
        store,
        listening,
        signingKey: () => key,
        makeKey,
        ...(requestLines && { requestLines }),
        ...(openedAt !== undefined && { openedAt }),
      })
    } catch (error) {
      listening.server.close()
      listening.server.closeAllConnections()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

const defaultHost = '127.0.0.1'

/** The certificates of a bank on TLS, and that of its server, which is a new one at each start. */
async function certificatesOf({ tls, tpps = [], publicUrl }: SandboxOptions, host: string, now: number) {
  const clientIds = [...sampleClientIds, ...tpps.map(({ clientId }) => clientId)]
  const certificates = await certificatesIn(typeof tls === 'string' ? tls : undefined, clientIds, now)
  const { authority } = certificates
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  const isAny = host === '0.0.0.0' || host === '::'
  const hosts = ['localhost', '127.0.0.1', '::1', ...(isAny ? [] : [host]), ...named]
  const { certificate, key } = await issueForServer(authority, hosts, now)
  return { certificates, server: { certificate, key, authority: authority.certificate } }
}

interface Opened
  extends Pick<
    BuildOptions,
    'system' | 'store' | 'signingKey' | 'makeKey' | 'requestLines' | 'certificates' | 'openedAt'
  > {
  readonly listening: Listening
}

async function openBank(options: SandboxOptions, { listening, ...opened }: Opened): Promise<Sandbox> {
  const { server, port, drain } = listening
  const host = options.host ?? defaultHost
  const url =
    options.publicUrl?.replace(/\/+$/, '') ?? `${opened.certificates ? 'https' : 'http'}://${urlHost(host)}:${port}`
  const isOpen = options.controlToken === undefined && isLoopback(host) && options.publicUrl === undefined
  const controlToken = isOpen ? undefined : (options.controlToken ?? randomBytes(24).toString('base64url'))

  const { app, tenant, tpps, signAsTpp, userTokenHeader } = await buildSandbox({
    ...options,
    ...opened,
    server,
    publicUrl: url,
    isOnLoopback: isLoopback(host),
    ...(controlToken !== undefined && { controlToken }),
  })
  const bases = { '0.0.1': url + basePaths['0.0.1'], '1.0.0': url + basePaths['1.0.0'] }
  const psus = samplePsus(tenant.bank)
  const [firstTpp] = tpps
  const [firstPsu] = psus
  if (!firstTpp || !firstPsu) throw new Error('the bank has no TPP or no PSU')
  const signAsFirst = (body: string, mediaType?: string) => signAsTpp(body, firstTpp.clientId, mediaType)
  const sign = (body: string | Uint8Array, clientId = firstTpp.clientId, mediaType?: string) =>
    signAsTpp(body, clientId, mediaType)
  const {
    create: _,
    post: __,
    upload: ___,
    ...flows
  } = createTppFlows({ app, url, tpp: firstTpp, psu: firstPsu, controlToken, userTokenHeader, sign: signAsFirst })

  /** What another TPP does. */
  const flowsOf = (clientId: string) => {
    const tpp = tpps.find((each) => each.clientId === clientId)
    if (!tpp) throw new RangeError(`the bank knows no TPP ${clientId}: ${tpps.map((each) => each.clientId).join(', ')}`)
    return createTppFlows({ app, url, tpp, psu: firstPsu, controlToken, userTokenHeader })
  }
  /** Who has asked for a consent, where that is not the first TPP. */
  const askedBy = new Map<string, string>()
  const ofTpps: Pick<Sandbox, 'createConsent' | 'authorise'> = {
    createConsent: async (asked = {}) => {
      const { tpp = firstTpp.clientId } = asked
      if (tpp === firstTpp.clientId) return flows.createConsent(asked)
      const consentId = await flowsOf(tpp).createConsent(asked)
      askedBy.set(consentId, tpp)
      return consentId
    },
    authorise: ((consentId: string, decided: AuthoriseOptions & { readonly decision?: 'approve' } = {}) => {
      const tpp = askedBy.get(consentId)
      return (tpp === undefined ? flows : flowsOf(tpp)).authorise(consentId, decided)
    }) as Authorise,
  }

  return {
    url,
    bases,
    issuer: url,
    seed: tenant.bank.seed,
    ...(opened.certificates && { ca: opened.certificates.authority.certificate }),
    control: { url: url + controlPath, token: controlToken ?? null },
    tpps: tpps.map(({ clientId, clientSecret, redirectUris }) => ({ clientId, clientSecret, redirectUris })),
    psus: psus.map(({ username, password, otp }) => ({ username, password, otp })),
    ...(typeof options.tls === 'string' && {
      tls: filesOf(
        options.tls,
        tpps.map(({ clientId }) => clientId),
      ),
    }),
    ...flows,
    ...ofTpps,
    sign,
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
    faults: {
      set: async (settings) => {
        const problems = faultProblems(settings).map(({ detail }) => `${detail?.Path}: ${detail?.Message}`)
        if (problems.length > 0) throw new RangeError(problems.join('; '))
        await setFaults(tenant, settings)
      },
    },
    variations: {
      set: async (ids) => {
        const problems = variationProblems(ids).map(({ detail }) => `${detail?.Path}: ${detail?.Message}`)
        if (problems.length > 0) throw new RangeError(problems.join('; '))
        await setVariations(tenant, ids)
      },
    },
    close: async (drainOptions) => {
      // polls that are held would wait for their time
      tenant.events.polls.stop()
      await drain(drainOptions)
      await app.close()
    },
  }
}

/** A host as written in a URL; for an address that means every interface, loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
