/**
 * The rules of blame for journeys, in order: the first that holds counts. Where none does, the bank is judged by its redirect.
 *
 * @module
 */
import { issuerAdvice, issuerText } from './blame-of-exchanges.js'
import type { JourneyRule, Situation } from './blame-rule.js'
import type { ChainedJourney } from './reading.js'
import { has, originOf } from './run-facts.js'

type Seen = Situation<ChainedJourney>

const ended = ({ entry }: Seen, kind: NonNullable<ChainedJourney['failure']>['kind'], message?: RegExp) =>
  entry.failure?.kind === kind && (message === undefined || message.test(entry.failure.message))

const who = ({ entry }: Seen) => `PSU ${entry.psu ?? 'main'}`
const message = ({ entry }: Seen) => entry.failure?.message ?? ''
const pages = ({ entry }: Seen) => originOf(entry.authorizationUrl)

/** Nobody with this decision came back in the whole run: then the way to it is wrong, and not this one journey. */
const neverBack = ({ entry: { psu, decision }, facts, deliberate }: Seen) =>
  !deliberate && (decision === 'approve' ? !facts.gotCode(psu) : !facts.cameBack({ psu, decision }))
const nobodyBack = ({ facts, deliberate }: Seen) => !deliberate && !facts.cameBack({})

const errorOf = ({ entry }: Seen) => entry.redirect?.parameters.find(([name]) => name === 'error')?.[1]

/** Errors of RFC 6749 section 4.1.2.1 about the request and who makes it. */
const requestErrors: readonly (string | undefined)[] = [
  'invalid_request',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
  'invalid_client',
  'request_not_supported',
]

export const journeyRules: readonly JourneyRule[] = [
  {
    id: 'no-browser',
    party: 'config',
    explains: (seen) => (ended(seen, 'no-browser') ? message(seen) : undefined),
    advice: 'Run `npm run browser`, correct OB_BROWSER, or use --journeys headless.',
  },
  {
    id: 'browser-lost',
    party: 'suite',
    explains: (seen) =>
      ended(seen, 'page', /(browser|context|page|target).{0,30} (closed|crashed)|crash/i)
        ? 'the browser of the suite went away'
        : undefined,
    advice: 'Run again; give this machine more memory, or please report it.',
  },
  {
    id: 'pages-untrusted',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'unreachable', /ERR_(CERT|SSL|BAD_SSL)|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|TLS failed/)
        ? `the pages at ${pages(seen)} have a certificate that is not trusted`
        : undefined,
    advice: 'Name the private CA of the bank in the profile.',
  },
  {
    id: 'pages-unknown',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'unreachable', /NAME_NOT_RESOLVED|ENOTFOUND/)
        ? `the pages at ${pages(seen)} have a host name that does not exist`
        : undefined,
    advice: 'Correct the address of the authorisation endpoint in the profile.',
  },
  {
    id: 'pages-unreachable',
    party: 'network',
    explains: (seen) => (ended(seen, 'unreachable') ? `the pages at ${pages(seen)} cannot be reached` : undefined),
    advice: 'See that the bank is up and that this machine reaches it, then run again.',
  },
  {
    id: 'pages-fail',
    party: 'bank',
    explains: (seen) => (ended(seen, 'refused', /answered 5\d\d|refused with 5\d\d/) ? message(seen) : undefined),
    advice: 'Look the page up in the logs of the bank.',
  },
  {
    id: 'redirect-elsewhere',
    party: 'bank',
    explains: (seen) => (ended(seen, 'elsewhere') ? message(seen) : undefined),
    advice: 'Send the PSU to the redirect address of the request alone, which has to be one that the TPP registered.',
  },
  {
    id: 'headless-call',
    party: 'config',
    explains: (seen) =>
      seen.entry.driver === 'headless' && (ended(seen, 'refused') || ended(seen, 'page')) && nobodyBack(seen)
        ? message(seen)
        : undefined,
    advice: 'Check journeys.headless of the profile (address and token), and that the bank knows the PSU by that name.',
  },
  {
    id: 'headless-person',
    party: 'config',
    explains: (seen) =>
      seen.entry.driver === 'headless' && ended(seen, 'refused', /with 4(00|04|22)/) && neverBack(seen)
        ? `${who(seen)}: ${message(seen)}`
        : undefined,
    advice: 'Check this test person of the profile.',
  },
  {
    id: 'pages-address',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'refused', /answered (404|405|410)/) && nobodyBack(seen) && !seen.facts.discovered
        ? `${pages(seen)} has no authorisation endpoint at the address of the profile`
        : undefined,
    advice: 'Correct authorisation.addresses.authorization of the profile.',
  },
  {
    id: 'client-unknown',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'refused', /answered 4(?!04|05|10)\d\d/) && nobodyBack(seen)
        ? `the bank refuses every authorisation request: ${message(seen)}`
        : undefined,
    advice: 'Check that clientId and redirectUri of the TPP are registered at the bank, byte for byte.',
  },
  {
    id: 'person-rejected',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'page', /rejects what was entered/) && neverBack(seen)
        ? `the pages reject what ${who(seen)} enters${seen.entry.failure?.step ? ` at step ${seen.entry.failure.step}` : ''}`
        : undefined,
    advice: 'Check username, password and code of this test person in the profile.',
  },
  {
    id: 'pages-not-as-described',
    party: 'config',
    explains: (seen) =>
      ended(seen, 'page') && neverBack(seen) && !/rejects what was entered/.test(message(seen))
        ? message(seen)
        : undefined,
    advice: 'Describe what the page shows at this step in the adapter: roles and names as a PSU sees them.',
  },
  {
    id: 'issuer',
    party: 'config',
    explains: ({ entry, facts: { otherIssuer } }) =>
      otherIssuer && (entry.idToken || has(entry, 'iss')) ? issuerText(otherIssuer) : undefined,
    advice: issuerAdvice,
  },
  {
    id: 'request-refused',
    party: 'config',
    explains: (seen) => {
      const error = errorOf(seen)
      const isApproval = seen.entry.decision === 'approve' && !seen.deliberate && !has(seen.entry, 'code')
      return isApproval && requestErrors.includes(error) && !seen.facts.gotCode()
        ? `the bank redirects every authorisation request back with ${error}`
        : undefined
    },
    advice:
      'Check how the consent travels (authorisation.consentBinding), and that the TPP may use the code flow with PKCE.',
  },
]
