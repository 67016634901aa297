/**
 * How the starting points of file payments are created at the bank.
 *
 * @module
 */
import type { GivenValues } from '../cases/given-values.js'
import { tokenNow } from '../tpp/consent-token.js'
import { createFileConsent, submitFile, uploadFile } from '../tpp/file-payments.js'
import { approved } from './payment-resolvers.js'
import type { GivenContext, Resolver } from './resolvers.js'

type Names = 'pendingFilePayment' | 'approvedFilePayment' | 'ownApprovedFilePayment' | 'submittedFilePayment'

export const ofFiles: { readonly [N in Names]: Resolver<GivenValues[N]> } = {
  pendingFilePayment: async ({ session, tpp, purpose }) => {
    const { consentId, request } = await createFileConsent(session, tpp, purpose)
    return { values: { consentId }, request }
  },
  approvedFilePayment: approve,
  ownApprovedFilePayment: approve,
  submittedFilePayment: async (context) => {
    const made = await approve(context)
    const { values, tokens, request } = made
    const { session, purpose, tpp } = context
    const submitted = await submitFile(session, { ...values, request }, tokenNow(session, tpp, tokens), purpose)
    return { ...made, values: { ...values, ...submitted } }
  },
}

/** The file is uploaded, and the PSU approves it. */
async function approve(context: GivenContext) {
  const { session, tpp, purpose } = context
  const consent = await createFileConsent(session, tpp, purpose)
  await uploadFile(session, tpp, consent, purpose)
  const { consentId, request } = consent
  return { values: { consentId }, request, ...(await approved(context, consentId)) }
}
