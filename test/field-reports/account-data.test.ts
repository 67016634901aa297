/** What went wrong with accounts, balances and rows at real banks, sent to this one. */
import { accounts } from './accounts.js'
import { balances } from './balances.js'
import { runReports } from './run-reports.js'

runReports(accounts)
runReports(balances)
