/**
 * Faults of the account access consent.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { editBody, onSuccessOf } from './editing.js'
import type { Fault } from './fault.js'

const create: OperationId[] = ['createAccountAccessConsent']
const read: OperationId[] = ['getAccountAccessConsent']
const both: OperationId[] = [...create, ...read, 'patchAccountAccessConsent']

interface Consent {
  Data: Record<string, unknown> & { CreationDateTime: string; StatusUpdateDateTime: string; Permissions: string[] }
  Risk?: unknown
  Links?: Record<string, unknown>
  Meta?: Record<string, unknown>
}

/** Changes the consent in the answers of these operations. */
const editConsent = (operations: OperationId[], edit: (consent: Consent) => unknown) =>
  onSuccessOf(
    operations,
    editBody((body) => edit(body as unknown as Consent)),
  )

const withData = (operations: OperationId[], data: (consent: Consent) => Record<string, unknown>) =>
  editConsent(operations, (consent) => ({ ...consent, Data: { ...consent.Data, ...data(consent) } }))

const withoutData = (operations: OperationId[], name: string) =>
  editConsent(operations, ({ Data: { [name]: _, ...Data }, ...rest }) => ({ Data, ...rest }))

export const consentFaults = {
  'datetime-no-offset': {
    title: 'writes StatusUpdateDateTime without an offset',
    source: 'OAI/OpenAPI-Specification #1498',
    alter: withData(both, ({ Data }) => ({ StatusUpdateDateTime: Data.StatusUpdateDateTime.slice(0, 19) })),
  },
  'datetime-offset-no-colon': {
    title: 'writes CreationDateTime with an offset without a colon',
    source: 'swaggest/php-json-schema #83',
    alter: withData(both, ({ Data }) => ({ CreationDateTime: Data.CreationDateTime.replace(/:(\d\d)$/, '$1') })),
  },
  'datetime-not-iso': {
    title: 'writes CreationDateTime as 11-Dec-17',
    source: 'openbankingspace/tpp-issues #55',
    alter: withData(both, () => ({ CreationDateTime: '11-Dec-17' })),
  },
  'creation-time-wrong': {
    title: 'dates consents a day back',
    alter: withData(both, () => ({ CreationDateTime: '2020-01-01T00:00:00.000+03:00' })),
  },
  'status-time-stale': {
    title: 'leaves StatusUpdateDateTime as it was when the status changes',
    source: 'wso2/financial-services-accelerator #271',
    // of an instant that happens to be a whole second nobody could tell
    replaces: () => ({ withdrawnAt: ({ statusUpdatedAt: at }) => (at % 1000 === 0 ? at - 1 : at) }),
  },
  'consent-id-too-long': {
    title: 'names consents with more than 128 characters',
    alter: withData(create, () => ({ ConsentId: 'x'.repeat(129) })),
  },
  'consent-id-missing': {
    title: 'leaves ConsentId out',
    alter: withoutData(both, 'ConsentId'),
  },
  'consent-id-other-on-read': {
    title: 'reads a consent under another id than it was asked for',
    alter: withData(read, () => ({ ConsentId: 'another-consent' })),
  },
  'consent-status-unknown': {
    title: 'invents the status Pending',
    alter: withData(both, () => ({ Status: 'Pending' })),
  },
  'consent-authorised-at-once': {
    title: 'answers a new consent as Authorised',
    alter: withData(create, () => ({ Status: 'Authorised' })),
  },
  'consent-status-never-changes': {
    title: 'reads every consent as AwaitingAuthorisation',
    alter: withData(read, () => ({ Status: 'AwaitingAuthorisation' })),
  },
  'consent-created-200': {
    title: 'answers 200 where 201 is due',
    alter: onSuccessOf(create, (answer) => ({ ...answer, status: 200 })),
  },
  'consent-expiry-altered': {
    title: 'moves ExpirationDateTime to the end of the day',
    alter: editConsent(both, ({ Data, ...rest }) => ({
      Data: { ...Data, ...('ExpirationDateTime' in Data && { ExpirationDateTime: '2099-12-31T23:59:59+03:00' }) },
      ...rest,
    })),
  },
  'consent-period-dropped': {
    title: 'moves the transaction period',
    alter: editConsent(both, ({ Data, ...rest }) => ({
      Data: {
        ...Data,
        ...('TransactionFromDateTime' in Data && { TransactionFromDateTime: '2001-01-01T00:00:00+03:00' }),
        ...('TransactionToDateTime' in Data && { TransactionToDateTime: '2001-01-02T00:00:00+03:00' }),
      },
      ...rest,
    })),
  },
  'permissions-widened': {
    title: 'answers with a permission more than was asked for',
    source: 'OpenBankProject/OBP-API #2882',
    alter: withData(both, ({ Data }) => ({ Permissions: [...new Set([...Data.Permissions, 'ReadParty'])] })),
  },
  'permissions-dropped': {
    title: 'keeps only the first permission',
    source: 'OpenBankProject/OBP-API #2882',
    replaces: () => ({ keptPermissions: (asked) => asked.slice(0, 1) }),
  },
  'permissions-repeated': {
    title: 'lists a permission twice',
    alter: withData(both, ({ Data }) => ({ Permissions: [...Data.Permissions, Data.Permissions[0]] })),
  },
  'permissions-empty': {
    title: 'answers with no permissions',
    alter: withData(both, () => ({ Permissions: [] })),
  },
  'risk-missing': {
    title: 'leaves Risk out of consent answers',
    alter: editConsent(both, ({ Risk: _, ...rest }) => rest),
  },
  'risk-filled': {
    title: 'puts a property into Risk',
    alter: editConsent(both, (consent) => ({ ...consent, Risk: { Score: 1 } })),
  },
  'consent-property-unknown': {
    title: 'adds a property of its own to Data of a consent',
    alter: withData(both, () => ({ BankReference: 'x' })),
  },
  'links-self-relative': {
    title: 'writes Links.Self as a path',
    source: 'openbankingspace/tpp-issues #53',
    alter: editConsent(both, (consent) => ({ ...consent, Links: { Self: '/account-access-consents' } })),
  },
  'links-null-prefix': {
    title: 'writes Links.Self with the text null before it',
    source: 'openbankingspace/tpp-issues #157',
    alter: editConsent(both, (consent) => ({
      ...consent,
      Links: { Self: `null${new URL(String(consent.Links?.Self)).pathname}` },
    })),
  },
  'links-self-of-another': {
    title: 'reads a consent with the Links.Self of another',
    source: 'OpenBankingToolkit/openbanking-toolkit #31',
    alter: editConsent(read, (consent) => ({ ...consent, Links: { Self: `${String(consent.Links?.Self)}-other` } })),
  },
  'links-property-unknown': {
    title: 'adds a property to Links',
    alter: editConsent(both, (consent) => ({ ...consent, Links: { ...consent.Links, Home: 'https://bank.example/' } })),
  },
  'meta-totalpages-string': {
    title: 'writes Meta.TotalPages as a string',
    source: 'firefly-iii/firefly-iii #3554',
    alter: editConsent(both, (consent) => ({ ...consent, Meta: { TotalPages: '1' } })),
  },
  'expiry-null': {
    title: 'writes null for an expiry that was not asked for',
    source: 'openid/conformance-suite #702',
    alter: editConsent(both, ({ Data, ...rest }) => ({ Data: { ExpirationDateTime: null, ...Data }, ...rest })),
  },
  'past-expiry-accepted': {
    title: 'accepts consents that have already expired',
    source: 'wso2/product-is #28413',
    replaces: () => ({ isExpiryAccepted: () => true }),
  },
  'reversed-period-accepted': {
    title: 'accepts a transaction period that ends before it begins',
    replaces: () => ({ isPeriodAccepted: () => true }),
  },
  'any-combination-accepted': {
    title: 'accepts permissions in any combination',
    replaces: () => ({ missingPermissions: () => [] }),
  },
  'withdrawal-without-effect': {
    title: 'answers a withdrawal as done and does nothing',
    source: 'openbankingspace/tpp-issues #71',
    replaces: ({ takesEffect }) => ({ takesEffect: (change) => change !== 'withdrawal' && takesEffect(change) }),
  },
  'state-unchecked': {
    title: 'lets a consent be withdrawn in any state',
    source: 'wso2/financial-services-accelerator #624',
    replaces: () => ({ canWithdraw: () => true }),
  },
  'consent-of-other-tpp-readable': {
    title: 'shows a TPP the consents of another and lets it have them authorised',
    source: 'OpenBankProject/OBP-API #2881',
    replaces: () => ({ isConsentOf: () => true }),
  },
} as const satisfies Record<string, Fault>
