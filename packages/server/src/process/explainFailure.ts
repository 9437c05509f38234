// Explains to an operator why a process did not start. A stack is only printed for unexpected errors.

import { ConfigError } from '../config/config.ts'
import { NoSandboxError } from '../demo/linkSandboxPerson.ts'
import { UnknownKeyError } from '../linking/rewrap.ts'
import { DecryptionError } from '../linking/vault.ts'
import { NoConnection } from '../store/failures.ts'
import { FolderInUse } from '../store/lock.ts'
import { DatabaseLost } from '../store/open.ts'
import { LimitsDropped } from '../store/pooler.ts'

/** Errors whose messages tell the operator what to do. */
const expectedErrors = [
  ConfigError,
  FolderInUse,
  UnknownKeyError,
  DatabaseLost,
  LimitsDropped,
  DecryptionError,
  NoSandboxError,
]

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (expectedErrors.some((type) => error instanceof type)) return error.message
  const { code, syscall, path, address, port, errcode } = error as SystemErrorFields
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is already in use. Stop the other program, or change PORT, SANDBOX_PORT or METRICS_PORT.`
  if (error instanceof NoConnection && error.message.includes('unsupported startup parameter'))
    return `A connection pooler is in front of the database: ${error.message}. Add pgbouncer=true to DATABASE_URL.`
  const isAway = error instanceof NoConnection || syscall === 'connect' || syscall === 'getaddrinfo'
  if (isAway || refusedSqlStates.test(code ?? ''))
    return `adrail cannot use the database: ${error.message}. Check DATABASE_URL, and make sure that PostgreSQL is running there.`
  if (code === queryCanceled)
    return `The database did not respond in time: ${error.message}. Retry later, or find the transaction that is locking the tables.`
  const writeProblem = writeProblems.get(code ?? '')
  if (path !== undefined && writeProblem !== undefined)
    return `adrail cannot write to ${path}: ${writeProblem}. Grant write access to the user that runs adrail, or set a different DATA_DIR.`
  // The low byte of SQLite's extended codes is the primary code.
  const sqliteCode = (errcode ?? 0) & 0xff
  if (sqliteCode === sqliteReadOnly || sqliteCode === sqliteCannotOpen)
    return `adrail cannot write to the database in DATA_DIR: ${error.message}. Make sure that the disk is writable, grant access to the user that runs adrail, or set a different DATA_DIR.`
  if (typeof errcode === 'number') return `adrail cannot use the database in DATA_DIR: ${error.message}.`
  if (syscall !== undefined) return error.message
  return error.stack ?? error.message
}

/** The fields that Node, SQLite and the PostgreSQL driver set on their errors. */
interface SystemErrorFields {
  readonly code?: string
  readonly syscall?: string
  readonly path?: string
  readonly address?: string
  readonly port?: number
  readonly errcode?: number
}

// Wrong user or password, no such database, connection exceptions, too many connections, starting up or
// shutting down.
const refusedSqlStates = /^(28...|3D000|08...|53300|57P0.)$/

/**
 * PostgreSQL's code for a canceled statement: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const queryCanceled = '57014'

const [sqliteReadOnly, sqliteCannotOpen] = [8, 14]

/** The reasons why a file cannot be written, by Node's error code. */
const writeProblems = new Map([
  ['EROFS', 'the disk is mounted read-only'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'the operation is not permitted'],
  ['ENOSPC', 'the disk is full'],
])
