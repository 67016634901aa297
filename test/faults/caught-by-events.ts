/**
 * Which checks are meant to catch each fault of events.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import type { Check } from './caught-by.js'

export const caughtByEvents = {
  'events-shown-without-token': ['AUT-300', 'AUT-301', 'AUT-302', 'AUT-303', 'AUT-304'],
  'subscription-path-needs-slash': ['EVT-017'],
  'subscription-types-dropped': ['EVT-002'],
  'subscription-version-altered': ['EVT-001', 'EVT-002', 'EVT-004'],
  'subscription-ids-missing': ['EVT-001', 'WIR-success-schema'],
  'subscriptions-of-everybody': ['EVT-003', 'EVT-012'],
  'subscriptions-unlisted': ['EVT-003', 'EVT-004'],
  'subscription-kept': ['EVT-005'],
  'subscription-id-unchecked': ['EVT-006'],
  'event-fields-unchecked': ['EVT-007', 'EVT-008', 'EVT-009', 'EVT-010', 'EVT-011', 'EVT-014', 'EVT-026', 'EVT-027'],
  'second-subscription-refused': ['EVT-013', 'WIR-status-documented'],
  'event-scope-payments-refused': ['EVT-015'],
  'events-missing': ['EVT-020', 'EVT-025'],
  'event-signature-broken': ['WIR-event-token-signature', 'WIR-notification-signature'],
  'event-under-other-id': ['WIR-event-token-signature'],
  'event-claims-missing': ['WIR-event-claims', 'WIR-notification-claims'],
  'event-subject-missing': ['WIR-event-claims', 'EVT-020', 'EVT-025'],
  'event-name-unknown': ['WIR-event-claims', 'EVT-020', 'EVT-025'],
  'event-of-other-resource': ['EVT-020', 'EVT-025'],
  'event-of-other-kind': ['EVT-020', 'EVT-025'],
  'event-links-missing': ['WIR-event-claims'],
  'event-forgotten-once-polled': ['EVT-020', 'EVT-024'],
  'event-acknowledgement-ignored': ['EVT-020'],
  'event-error-acknowledges': ['EVT-020'],
  'event-acknowledged-by-anybody': ['EVT-024'],
  'events-newest-first': ['EVT-020'],
  'events-without-limit': ['EVT-020'],
  'events-never-more': ['EVT-020'],
  'events-always-more': ['EVT-023'],
  'event-unknown-id-refused': ['EVT-020'],
} as const satisfies Partial<Record<FaultId, readonly [Check, ...Check[]]>>
