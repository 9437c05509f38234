// Tells failures of the database itself from faults in our own use of it.

import { ServiceError } from '../base/errors.ts'

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// PostgreSQL: connection exceptions, shutdown and start-up, too many connections, cancelled by a timeout, a transaction that
// stood still for too long, and what it ends for the sake of another one.
const refusing = /^(08...|57P0[1-5]|53300|57014|25P03|40P01|40001)$/
// SQLite: busy, locked, and being unable to open the file.
const sqliteBusy = new Set([5, 6, 14])
// SQLite: disk full, I/O error, read-only. PostgreSQL: disk full, read-only transaction.
const sqliteStorage = new Set([8, 10, 13])
const storageRefusing = /^(53100|25006)$/

/** The error to answer with when the database cannot serve; nothing when the fault is ours. */
export function storeFailure(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // SQLite's extended codes carry the plain one in their low byte.
  const sqlite = typeof errcode === 'number' ? errcode & 0xff : -1
  const text = typeof code === 'string' ? code : ''
  if (sqliteStorage.has(sqlite) || storageRefusing.test(text))
    return new ServiceError('STORAGE_UNAVAILABLE', { retryAfterSeconds: 10, cause: error })
  const lost = /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  )
  if (sqliteBusy.has(sqlite) || unreachable.has(text) || refusing.test(text) || lost)
    return new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
  return undefined
}
