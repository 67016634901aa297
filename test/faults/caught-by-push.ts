/**
 * Which checks are meant to catch each fault of notifications.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import type { Check } from './caught-by.js'

export const caughtByPush = {
  'push-lost': ['EVT-030', 'EVT-031'],
  'push-late': ['EVT-030', 'EVT-031'],
  'push-twice': ['EVT-030'],
  'push-overtakes': ['EVT-032'],
  'push-under-new-id': ['EVT-032', 'EVT-034'],
  'push-never-again': ['EVT-032', 'EVT-033', 'EVT-034'],
  'push-again-at-once': ['EVT-033'],
  'push-without-end': ['EVT-033'],
  'push-not-left-for-polling': ['EVT-033'],
  'push-any-success-acknowledges': ['EVT-034'],
  'push-any-answer-acknowledges': ['EVT-032', 'EVT-033', 'EVT-034'],
  'push-polled-too': ['EVT-030'],
  'push-path-doubled': ['EVT-031'],
  'push-path-not-appended': ['EVT-030'],
  'push-path-dropped': ['EVT-030', 'EVT-031'],
  'push-as-json': ['WIR-notification-form'],
  'push-without-interaction-id': ['WIR-notification-form'],
  'push-with-bearer': ['WIR-notification-form'],
  'receiver-takes-anything': ['EVT-035'],
  'receiver-takes-nothing': ['EVT-035'],
} as const satisfies Partial<Record<FaultId, readonly [Check, ...Check[]]>>
