/**
 * What went wrong with consents, tokens, bodies and HTTP at real banks, sent to this one. Reports about the page and about
 * OAuth are also in `test/e2e/page.test.ts` and `test/e2e/openid-client.test.ts`.
 */
import { consents } from './consents.js'
import { newConsents } from './new-consents.js'
import { overAPort } from './over-a-port.js'
import { reads } from './reads.js'
import { runReports } from './run-reports.js'
import { tokens } from './tokens.js'
import { writesOfConsents } from './writes.js'

runReports(consents)
runReports(newConsents)
runReports(tokens)
runReports(reads)
runReports(writesOfConsents)
runReports(overAPort)
