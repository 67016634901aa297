/** What went wrong with signatures at real banks, sent to this one. */
import { runReports } from './run-reports.js'
import { signatures } from './signatures.js'

runReports(signatures)
