// Distinguishes failures of the database from bugs in adrail.

import { ServiceError } from '../runtime/errors.ts'

/**
 * No connection to the database could be opened, for any reason: network, TLS, password, too many
 * connections.
 */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super(errorText(cause), { cause })
  }
}

/** A host with several addresses fails with one error per address, and without a message of its own. */
function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join(', ')
  return error instanceof Error ? error.message : String(error)
}

// Errors of an open connection, from https://man7.org/linux/man-pages/man7/ip.7.html and tcp.7, and errors of
// name resolution.
const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EADDRNOTAVAIL'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'ENONET', 'ENOTCONN', 'EPROTO'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
])
// PostgreSQL: connection exceptions, shutdown and start-up, too many connections, or a statement cancelled by
// a timeout. Also transactions that were idle for too long, or were aborted in favor of another one.
const unavailableSqlStates = /^(08...|57P0[1-5]|53300|57014|25P03|40P01|40001)$/
// SQLite: busy, locked, and unable to open the file.
const sqliteBusy = new Set([5, 6, 14])
// SQLite: disk full, I/O error, read-only. PostgreSQL: disk full, read-only transaction.
const sqliteStorage = new Set([8, 10, 13])
const storageSqlStates = /^(53100|25006)$/

/** Returns the error for the caller when the database cannot serve, or undefined for a bug in adrail. */
export function toStoreError(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError && error.errors.length > 0) {
    const failures = error.errors.map(toStoreError)
    return failures.every((failure) => failure !== undefined) ? failures[0] : undefined
  }
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // The low byte of SQLite's extended error codes is the primary code.
  const sqlite = typeof errcode === 'number' ? errcode & 0xff : -1
  const text = typeof code === 'string' ? code : ''
  if (sqliteStorage.has(sqlite) || storageSqlStates.test(text))
    return new ServiceError('STORAGE_UNAVAILABLE', { retryAfterSeconds: 10, cause: error })
  const isConnectionLost = /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  )
  const isUnreachable = error instanceof NoConnection
  if (
    isUnreachable ||
    sqliteBusy.has(sqlite) ||
    unreachableCodes.has(text) ||
    unavailableSqlStates.test(text) ||
    isConnectionLost
  )
    return new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
  return undefined
}
