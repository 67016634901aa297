/**
 * The rules of the bank, put together from its stages.
 *
 * @module
 */
import { accountConsentRules } from './account-information/account-access-consents.js'
import { accountRules } from './account-information/visibility.js'
import { choiceRules } from './consents/choice.js'
import { consentRules } from './consents/rules.js'
import { eventRules } from './events/rules.js'
import { exchangeRules } from './exchange/rates.js'
import { answerSignatureRules } from './http/answer-signatures.js'
import { idempotencyRules } from './http/idempotency.js'
import { pipelineRules } from './http/pipeline.js'
import { quotaRules } from './http/rate-limit.js'
import { signatureRules } from './http/signatures.js'
import { userTokenRules } from './http/user-token.js'
import { keepingRules } from './identity/adapter.js'
import { lifetimeRules } from './identity/lifetimes.js'
import { orderRules } from './payments/order-fields.js'
import { paymentRules } from './payments/rules.js'
import type { Rules } from './tenants/tenant.js'

export const rules: Rules = {
  ...pipelineRules,
  ...quotaRules,
  ...idempotencyRules,
  ...userTokenRules,
  ...signatureRules,
  ...answerSignatureRules,
  ...consentRules,
  ...choiceRules,
  ...keepingRules,
  ...lifetimeRules,
  ...accountConsentRules,
  ...accountRules,
  ...exchangeRules,
  ...paymentRules,
  ...eventRules,
  ...orderRules,
}
