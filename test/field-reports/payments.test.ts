/** What went wrong with payments at real banks, sent to this one. */
import { payments } from './payments.js'
import { runReports } from './run-reports.js'

runReports(payments)
