/**
 * Every case, in the order a report lists them.
 *
 * @module
 */
import { accounts } from './accounts.js'
import { authentication } from './authentication.js'
import type { Case } from './case.js'
import { consentsCreated } from './consents-created.js'
import { consentsDecided } from './consents-decided.js'
import { consentsRefused } from './consents-refused.js'
import { consentsWithdrawn } from './consents-withdrawn.js'
import { errors } from './errors.js'
import { headers } from './headers.js'
import { orderOfChecks } from './order-of-checks.js'
import { redirects } from './redirects.js'
import { tokenEndpoint } from './token-endpoint.js'
import { versions } from './versions.js'

export const cases: readonly Case[] = [
  ...consentsCreated,
  ...consentsRefused,
  ...consentsWithdrawn,
  ...consentsDecided,
  ...accounts,
  ...headers,
  ...authentication,
  ...tokenEndpoint,
  ...redirects,
  ...errors,
  ...orderOfChecks,
  ...versions,
]
