/**
 * What went wrong in the database, sorted by what is to be done about it, and told without anything of what is stored.
 *
 * @module
 */
import { DatabaseError } from 'pg'

/** The database, or the way to it, is gone. Messages name no password and no document. */
export class DatabaseFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseFailure'
  }
}

/** The transaction met another one; run again, it may not. Serialisation, deadlock, lock not given in time. */
const conflicts = new Set(['40001', '40P01', '55P03'])

/**
 * The connection is of no use: the database shuts down, starts up, has too many connections, has become a standby (25006),
 * or took the connection for dead and closed its writer (22012, the division by zero of `writeChanges`).
 */
const losses = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25006', '22012'])

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.has(error.code ?? '')
}

/** True when the same may go well on another connection. */
export function isLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isOfConnection(error)
  const code = error.code ?? ''
  return losses.has(code) || code.startsWith('08') || error.severity === 'FATAL' || error.severity === 'PANIC'
}

/** True when the database may have done what was asked: its answer did not come, or was that it is going away. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

/** Errors of the socket and of the driver: none of them has come from the database. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^E(?!RR_)[A-Z]+/.test(code) || /connection|connect|not queryable|query read timeout/i.test(error.message)
}

/** The database refused for good: a wrong password, a database that is not there, rights that are missing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D|42501)/.test(error.code ?? '')
}

/** For logs and errors. Leaves out the detail of the database's errors, which quotes what is stored. */
export function toFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error
  if (error instanceof DatabaseError) return new DatabaseFailure(`the database says ${error.message} (${error.code})`)
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  const message = error instanceof Error && error.message !== '' ? error.message : 'no connection'
  return new DatabaseFailure(
    `the database cannot be reached: ${message}${message.includes(code.slice(2, -1)) ? '' : code}`,
  )
}
