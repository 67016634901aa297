/**
 * Every collection of the bank, as its stages describe them: what an engine of the store is opened with.
 *
 * @module
 */

import { dueJobs } from './clock/due-work.js'
import { clockStates } from './clock/tenant-clock.js'
import { consentRecords } from './consents/consent.js'
import { catcherRecords, caughtRecords } from './events/catcher.js'
import { deliveryRecords } from './events/delivery.js'
import { eventRecords } from './events/event.js'
import { subscriptionRecords } from './events/subscription.js'
import { setRates } from './exchange/rates.js'
import { faultStates } from './faults/active-faults.js'
import { idempotencyRecords } from './http/idempotency.js'
import { oidcRecords } from './identity/adapter.js'
import { secretRecords } from './identity/keys.js'
import { tppRecords } from './identity/tpps.js'
import { createdOrders } from './ledger/created-orders.js'
import { postedEntries } from './ledger/entries.js'
import { internalLegs } from './ledger/internal-accounts.js'
import { standingOrderRuns, standingOrderStates } from './ledger/standing-orders.js'
import { openingRecords } from './open-tenant.js'
import { paidBills } from './payments/books.js'
import { fileProgress } from './payments/files/due-files.js'
import { fileBlocks, fileParts } from './payments/files/stored-files.js'
import { paymentRecords } from './payments/payment.js'
import { wrongAttempts } from './psu-pages/attempts.js'
import { authorisationRecords } from './psu-pages/authorisation.js'
import { psuSessionRecords } from './psu-pages/psu-session.js'
import type { AnyCollection } from './store/collection.js'
import { variationStates } from './variations/active-variations.js'

export const collections: readonly AnyCollection[] = [
  openingRecords,
  clockStates,
  faultStates,
  variationStates,
  secretRecords,
  tppRecords,
  consentRecords,
  authorisationRecords,
  psuSessionRecords,
  wrongAttempts,
  oidcRecords,
  idempotencyRecords,
  dueJobs,
  postedEntries,
  internalLegs,
  paidBills,
  setRates,
  standingOrderStates,
  standingOrderRuns,
  createdOrders,
  paymentRecords,
  fileParts,
  fileBlocks,
  fileProgress,
  subscriptionRecords,
  eventRecords,
  deliveryRecords,
  catcherRecords,
  caughtRecords,
]
