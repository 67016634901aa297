/**
 * What goes wrong between any two machines: an answer that is late, a bank that is down, a connection that ends. A TPP has to live with all
 * of them. The request is carried out first: whether it was is what a TPP cannot tell.
 *
 * @module
 */
import { headers } from '#standard/index.js'
import type { Fault } from './fault.js'

/** How late an answer is unless a setting says otherwise, in milliseconds. */
const lateMillis = 2000

/** In how many seconds a bank that is down asks to be called again. */
const retryAfterSeconds = 5

export const availabilityFaults = {
  latency: {
    title: `answers late: by \`millis\` milliseconds, ${lateMillis} unless the setting says otherwise`,
    phase: 'after-signing',
    takesMillis: true,
    alter: (answer, _scene, { millis = lateMillis } = {}) => ({ ...answer, delayMillis: millis }),
  },
  unavailable: {
    title: 'carries the request out, and answers 503 with Retry-After',
    phase: 'after-signing',
    alter: ({ headers: sent }) => ({
      status: 503,
      headers: { [headers.interactionId]: sent[headers.interactionId] ?? '', 'retry-after': String(retryAfterSeconds) },
    }),
  },
  'connection-dropped': {
    title: 'carries the request out, and ends the connection without an answer',
    phase: 'after-signing',
    alter: (answer) => ({ ...answer, dropped: true }),
  },
} as const satisfies Record<string, Fault>
