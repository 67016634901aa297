/**
 * Consents and payments of the sample TPP, made so that every operation of the documentation can be tried as it is filled in: the ids of
 * paths, the bodies, the user token, and the consents that wait to be approved.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { sampleRequest } from '#fixtures/requests/samples.js'
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
}

/** Makes new ones. Each payment is BHD 1.000 of the first PSU. */
export async function makeSamples(options: SampleOptions): Promise<Samples> {
  const { offered } = options
  const { clientId, clientSecret } = options.tpp
  const families = paymentFamilyIds.filter((id) => offered.includes(paymentFamily(id).operations.create))
  const made = [await ofAccounts(options)]
  for (const family of families) made.push(await ofFamily(family, options))
  return {
    tpp: { clientId, clientSecret },
    authorisations: Object.assign({}, ...made.map(({ authorisations }) => authorisations)),
    operations: Object.assign({}, ...made.map(({ operations }) => operations)),
  }
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

async function ofFamily(
  id: PaymentFamilyId,
  { version, flows, now, userTokenHeader, offered }: SampleOptions,
): Promise<Made> {
  const family: PaymentFamily = paymentFamilies[id]
  const { operations: ids, idField, idParameter = idField } = family
  const path = (of: OperationId) => basePaths[version] + operation(of).path
  const request = sampleRequest(ids.createConsent, version, now) as object
  const user = userTokenHeader === undefined ? undefined : await flows.userToken('user-1')
  const consent = async () => String((await flows.create(path(ids.createConsent), 'payments', request, user)).ConsentId)
  const payment = async () => {
    const consentId = await consent()
    const { accessToken } = await flows.authorise(consentId, { scope: 'payments' })
    const body = sampleRequest(ids.create, version, now, { consentId }) as object
    return String((await flows.post(path(ids.create), accessToken, user, body))[idField])
  }
  const waiting = await consent()
  const paymentId = await payment()
  const ofUser = {
    [headers.idempotencyKey]: randomUUID(),
    ...(userTokenHeader !== undefined && user !== undefined && { [userTokenHeader]: user }),
  }
  const samples: Partial<Record<OperationId, OperationSample>> = {
    [ids.createConsent]: { parameters: { ...ofUser, [headers.idempotencyKey]: randomUUID() }, body: request },
    [ids.getConsent]: { parameters: { ConsentId: waiting } },
    ...(ids.confirmFunds && { [ids.confirmFunds]: { parameters: { ConsentId: waiting } } }),
    [ids.create]: { parameters: ofUser, body: sampleRequest(ids.create, version, now, { consentId: waiting }) },
    [ids.get]: { parameters: { [idParameter]: paymentId } },
    [ids.getDetails]: { parameters: { [idParameter]: paymentId } },
  }
  if (ids.createCancellationConsent && ids.getCancellationConsent && ids.cancel) {
    const toCancel = await payment()
    const cancellation = sampleRequest(ids.createCancellationConsent, version, now, { paymentId: toCancel }) as object
    const { ConsentId } = await flows.create(path(ids.createCancellationConsent), 'payments', cancellation, user)
    await flows.authorise(String(ConsentId), { scope: 'payments' })
    Object.assign(samples, {
      [ids.createCancellationConsent]: {
        parameters: { ...ofUser, [headers.idempotencyKey]: randomUUID() },
        body: sampleRequest(ids.createCancellationConsent, version, now, { paymentId }),
      },
      [ids.getCancellationConsent]: { parameters: { ConsentId: String(ConsentId) } },
      [ids.cancel]: {
        parameters: { [idParameter]: toCancel },
        body: sampleRequest(ids.cancel, version, now, { consentId: String(ConsentId) }),
      },
    })
  }
  const known = Object.entries(samples).filter(([each]) => offered.includes(each as OperationId))
  return {
    authorisations: { [schemeOfKind(kindFor(operation(ids.create)))]: waiting },
    operations: Object.fromEntries(known),
  }
}
