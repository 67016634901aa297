/**
 * The judge: tests a bank against the standard and reports its findings. It knows the bank only by its profile.
 *
 * @module
 */
export type { Case } from './cases/case.js'
export { cases } from './cases/index.js'
export { type RunFlags, runCommand } from './commands/run.js'
export type { Terminal } from './commands/terminal.js'
export type { JourneyDriver } from './journeys/driver.js'
export { type JudgeOptions, judge } from './judge/judge.js'
export type { CaseVerdict, Verdicts, WireVerdict } from './judge/verdict.js'
export { type Plan, type PlanOptions, planRun } from './plan/plan.js'
export { type FetchOptions, fetchProfile } from './profile/fetch-profile.js'
export { type LoadOptions, loadProfile } from './profile/load-profile.js'
export { ConfigurationError, type Mistake } from './profile/mistakes.js'
export type { Limits, Profile, Strictness, Waiver } from './profile/profile.js'
export { renderReport } from './report/list.js'
export type { Reporter, ReporterOutput, RunInfo, RunResult } from './report/reporter.js'
export type { ExitCode } from './report/summary.js'
export { runSuite, type SuiteOptions } from './suite/run-suite.js'
export { type ChainVerdict, verifyChain } from './transcript/chain.js'
export type { ChainedEntry, Entry } from './transcript/entry.js'
export { readTranscript } from './transcript/ndjson.js'
