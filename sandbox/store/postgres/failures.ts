/**
 * Classifies errors of the database by how to react, with messages that contain no stored data.
 *
 * @module
 */
import { DatabaseError } from 'pg'

/** The database cannot be reached or used. Messages contain no password and no document. */
export class DatabaseFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseFailure'
  }
}

/** Conflicts with another transaction, which may succeed when retried: serialisation, deadlock, lock timeout. */
const conflicts = new Set(['40001', '40P01', '55P03'])

/**
 * The connection is unusable: the database shuts down, starts up, has too many connections, has become a standby
 * (25006), or has closed its writer as dead (22012, the division by zero of `writeChanges`).
 */
const losses = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25006', '22012'])

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.has(error.code ?? '')
}

/** True when a retry on another connection may succeed. */
export function isLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isOfConnection(error)
  const code = error.code ?? ''
  return losses.has(code) || code.startsWith('08') || error.severity === 'FATAL' || error.severity === 'PANIC'
}

/** True when the database may have run the statement: there was no answer, or only that it is shutting down. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

/** True for errors of the socket or the driver, which do not come from the database. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^E(?!RR_)[A-Z]+/.test(code) || /connection|connect|not queryable|query read timeout/i.test(error.message)
}

/** True for a permanent refusal: wrong password, unknown database, missing rights. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D|42501)/.test(error.code ?? '')
}

/** The error for logs and callers, without the database's detail, which quotes stored data. */
export function toFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error
  if (error instanceof DatabaseError) return new DatabaseFailure(`the database says ${error.message} (${error.code})`)
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  const message = error instanceof Error && error.message !== '' ? error.message : 'no connection'
  return new DatabaseFailure(
    `the database cannot be reached: ${message}${message.includes(code.slice(2, -1)) ? '' : code}`,
  )
}
