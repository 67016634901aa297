/** What went wrong with files of payments at real banks, sent to this one. */
import { files } from './files.js'
import { runReports } from './run-reports.js'

runReports(files)
