/**
 * Ids of visits and sessions, which nobody can guess.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'

export const newId = () => randomBytes(32).toString('base64url')
