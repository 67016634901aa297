/** What went wrong with pages, links and periods at real banks, sent to this one. */
import { pages } from './pages.js'
import { periods } from './periods.js'
import { runReports } from './run-reports.js'

runReports(pages)
runReports(periods)
