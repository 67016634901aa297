/**
 * Consents and payments of the sample TPP, made so that every operation of the documentation can be tried as it is filled in: the ids of
 * paths, the bodies, the user token, and the consents that wait to be approved.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { type SampleIds, sampleRequest } from '#fixtures/requests/samples.js'
import {
  basePaths,
  headers,
  type OperationId,
  operation,
  type PaymentFamily,
  type PaymentFamilyId,
  paymentFamilies,
  paymentFamily,
  paymentFamilyIds,
  type Version,
} from '#standard/index.js'
import { kindFor } from './consents/kinds.js'
import { schemeOfKind } from './documents/security.js'
import type { TppFlows } from './tpp-flows.js'

/** What is filled in for one operation. */
export interface OperationSample {
  /** By the name of the parameter. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Samples {
  readonly tpp: { readonly clientId: string; readonly clientSecret: string }
  /** The consent that each security scheme is about, AwaitingAuthorisation. */
  readonly authorisations: Readonly<Record<string, string>>
  readonly operations: Readonly<Partial<Record<OperationId, OperationSample>>>
}

export interface SampleOptions {
  readonly version: Version
  readonly offered: readonly OperationId[]
  readonly tpp: Samples['tpp']
  readonly flows: TppFlows
  /** The header of the user token; `undefined` where none is issued. */
  readonly userTokenHeader: string | undefined
  /** The present on the bank's clock. */
  readonly now: number
  /** An event token that the bank has signed. */
  readonly eventToken: () => Promise<string>
  /** The account that files are paid from. */
  readonly debtor: SampleIds['debtor']
  /** Signs a body as the TPP; given where the bank demands signatures, as a page cannot sign. */
  readonly sign?: (body: string, mediaType?: string) => Promise<string>
}

/** Makes new ones. Each payment is BHD 1.000 of the first PSU. */
export async function makeSamples(options: SampleOptions): Promise<Samples> {
  const { offered } = options
  const { clientId, clientSecret } = options.tpp
  const families = paymentFamilyIds.filter((id) => offered.includes(paymentFamily(id).operations.create))
  const made = [await ofAccounts(options), await ofEvents(options)]
  for (const family of families) made.push(await ofFamily(family, options))
  const operations: Samples['operations'] = Object.assign({}, ...made.map((each) => each.operations))
  return {
    tpp: { clientId, clientSecret },
    authorisations: Object.assign({}, ...made.map(({ authorisations }) => authorisations)),
    operations: options.sign ? await signed(operations, options.sign) : operations,
  }
}

/** With the signature of each body that is signed, written as the page sends it: indented by two. */
async function signed(
  operations: Samples['operations'],
  sign: NonNullable<SampleOptions['sign']>,
): Promise<Samples['operations']> {
  const entries = Object.entries(operations).map(async ([id, sample]) => {
    const { body, parameters } = sample
    const { signed: messages, sends } = operation(id as OperationId)
    if (body === undefined || !messages?.includes('request')) return [id, sample]
    const signature = await sign(typeof body === 'string' ? body : JSON.stringify(body, undefined, 2), sends?.[0])
    return [id, { ...sample, parameters: { ...parameters, [headers.jwsSignature]: signature } }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

type Made = Pick<Samples, 'authorisations' | 'operations'>

async function ofAccounts({ version, flows, now }: SampleOptions): Promise<Made> {
  const body = sampleRequest('createAccountAccessConsent', version, now)
  const create = async () => flows.create(`${basePaths[version]}/account-access-consents`, 'accounts', body as object)
  const [waiting, ending] = [await create(), await create()]
  const ofConsent = (id: unknown) => ({ parameters: { ConsentId: String(id) } })
  return {
    authorisations: { [schemeOfKind('accounts')]: String(waiting.ConsentId) },
    operations: {
      createAccountAccessConsent: { body },
      getAccountAccessConsent: ofConsent(waiting.ConsentId),
      patchAccountAccessConsent: ofConsent(ending.ConsentId),
      deleteAccountAccessConsent: ofConsent(ending.ConsentId),
    },
  }
}

async function ofFamily(id: PaymentFamilyId, options: SampleOptions): Promise<Made> {
  const { version, flows, now, userTokenHeader, offered, debtor } = options
  const family: PaymentFamily = paymentFamilies[id]
  const { operations: ids, idField, idParameter = idField } = family
  const path = (of: OperationId) => basePaths[version] + operation(of).path
  const sample = (of: OperationId, more: SampleIds = {}) => sampleRequest(of, version, now, { debtor, ...more })
  const request = sample(ids.createConsent) as object | undefined
  // nobody has written one yet
  if (!request) return { authorisations: {}, operations: {} }
  const file = ids.uploadFile && String(sample(ids.uploadFile))
  const user = userTokenHeader === undefined ? undefined : await flows.userToken('user-1')
  const newKey = () => ({ [headers.idempotencyKey]: randomUUID() })
  const ofUser = () => ({
    ...newKey(),
    ...(userTokenHeader !== undefined && user !== undefined && { [userTokenHeader]: user }),
  })
  const asked = async () => String((await flows.create(path(ids.createConsent), 'payments', request, user)).ConsentId)
  /** A consent that waits for the PSU: that of a file has its file. */
  const consent = async () => {
    const consentId = await asked()
    if (ids.uploadFile && file) await flows.upload(path(ids.uploadFile).replace('{ConsentId}', consentId), file)
    return consentId
  }
  const payment = async () => {
    const consentId = await consent()
    const { accessToken } = await flows.authorise(consentId, { scope: 'payments' })
    return String(
      (await flows.post(path(ids.create), accessToken, user, sample(ids.create, { consentId }) as object))[idField],
    )
  }
  const waiting = await consent()
  const paymentId = await payment()
  const ofConsent = { parameters: { ConsentId: waiting } }
  const ofPayment = { parameters: { [idParameter]: paymentId } }
  const samples: Partial<Record<OperationId, OperationSample>> = {
    [ids.createConsent]: { parameters: ofUser(), body: request },
    [ids.getConsent]: ofConsent,
    [ids.create]: { parameters: ofUser(), body: sample(ids.create, { consentId: waiting }) },
    [ids.get]: ofPayment,
    [ids.getDetails]: ofPayment,
    ...(ids.confirmFunds && { [ids.confirmFunds]: ofConsent }),
    ...(ids.getFile && { [ids.getFile]: ofConsent }),
    ...(ids.getReport && { [ids.getReport]: ofPayment }),
    ...(ids.uploadFile && {
      [ids.uploadFile]: { parameters: { ConsentId: await asked(), ...newKey() }, body: file },
    }),
  }
  if (ids.createCancellationConsent && ids.getCancellationConsent && ids.cancel) {
    const toCancel = await payment()
    const cancellation = sample(ids.createCancellationConsent, { paymentId: toCancel }) as object
    const made = await flows.create(path(ids.createCancellationConsent), 'payments', cancellation, user)
    const consentId = String(made.ConsentId)
    await flows.authorise(consentId, { scope: 'payments' })
    Object.assign(samples, {
      [ids.createCancellationConsent]: {
        parameters: ofUser(),
        body: sample(ids.createCancellationConsent, { paymentId }),
      },
      [ids.getCancellationConsent]: { parameters: { ConsentId: consentId } },
      [ids.cancel]: { parameters: { [idParameter]: toCancel }, body: sample(ids.cancel, { consentId }) },
    })
  }
  const known = Object.entries(samples).filter(([each]) => offered.includes(each as OperationId))
  return {
    authorisations: { [schemeOfKind(kindFor(operation(ids.create)))]: waiting },
    operations: Object.fromEntries(known),
  }
}

/** A subscription to replace and delete, besides those that are there. */
async function ofEvents({ version, flows, offered, now, eventToken }: SampleOptions): Promise<Made> {
  const operations: Partial<Record<OperationId, OperationSample>> = {}
  if (offered.includes('createEventSubscription')) {
    const body = sampleRequest('createEventSubscription', version, now) as object
    const made = await flows.create(`${basePaths[version]}/event-subscriptions`, 'accounts', body)
    const subscriptionId = String(made.EventSubscriptionId)
    const parameters = { EventSubscriptionId: subscriptionId }
    const replacement = sampleRequest('replaceEventSubscription', version, now, { subscriptionId })
    operations.replaceEventSubscription = { parameters, body: replacement }
    operations.deleteEventSubscription = { parameters }
  }
  if (offered.includes('notifyEvent')) operations.notifyEvent = { body: await eventToken() }
  return { authorisations: {}, operations }
}
