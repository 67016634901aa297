/**
 * The handlers of event operations.
 *
 * @module
 */
import { pollingHandlers } from './polling.js'
import { receiverHandlers } from './receiver.js'
import { subscriptionHandlers } from './subscriptions.js'

export const eventHandlers = { ...subscriptionHandlers, ...pollingHandlers, ...receiverHandlers }
