// Explains to an operator why a process did not start. A stack is only printed for unexpected errors.

import { ConfigError } from '../config/config.ts'
import { NoSandbox } from '../demo/linkPerson.ts'
import { UnknownKey } from '../linking/rewrap.ts'
import { NotDecrypted } from '../linking/vault.ts'
import { NoConnection } from '../store/failures.ts'
import { FolderInUse } from '../store/lock.ts'
import { DatabaseLost } from '../store/open.ts'
import { LimitsDropped } from '../store/pooler.ts'

/** Errors whose messages tell the operator what to do. */
const foreseen = [ConfigError, FolderInUse, UnknownKey, DatabaseLost, LimitsDropped, NotDecrypted, NoSandbox]

export function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (foreseen.some((kind) => thrown instanceof kind)) return thrown.message
  const { code, syscall, path, address, port, errcode } = thrown as Surroundings
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use. Stop what listens there, or choose another PORT, SANDBOX_PORT or METRICS_PORT.`
  if (thrown instanceof NoConnection && thrown.message.includes('unsupported startup parameter'))
    return `A connection pooler is in front of the database: ${thrown.message}. Add pgbouncer=true to DATABASE_URL.`
  const isAway = thrown instanceof NoConnection || syscall === 'connect' || syscall === 'getaddrinfo'
  if (isAway || postgresRefuses.test(code ?? ''))
    return `The database cannot be used: ${thrown.message}. Look at DATABASE_URL and whether PostgreSQL runs there.`
  if (code === tookTooLong)
    return `The database took too long: ${thrown.message}. Retry when it is less busy, or find out what locks its tables.`
  const obstacle = unwritable.get(code ?? '')
  if (path !== undefined && obstacle !== undefined)
    return `${path} cannot be written: ${obstacle}. Make it writable for the user that runs adrail, or set another DATA_DIR.`
  // The low byte of SQLite's extended codes is the primary code.
  const sqlite = (errcode ?? 0) & 0xff
  if (sqlite === sqliteReadOnly || sqlite === sqliteCannotOpen)
    return `The database in DATA_DIR cannot be written: ${thrown.message}. Mount its disk writable, give the user that runs adrail access to it, or set another DATA_DIR.`
  if (typeof errcode === 'number') return `The database in DATA_DIR cannot be used: ${thrown.message}.`
  if (syscall !== undefined) return thrown.message
  return thrown.stack ?? thrown.message
}

/** The fields that Node, SQLite and the PostgreSQL driver set on their errors. */
interface Surroundings {
  readonly code?: string
  readonly syscall?: string
  readonly path?: string
  readonly address?: string
  readonly port?: number
  readonly errcode?: number
}

// Wrong user or password, no such database, connection exceptions, too many connections, starting up or
// shutting down.
const postgresRefuses = /^(28...|3D000|08...|53300|57P0.)$/

/**
 * PostgreSQL's code for a canceled statement: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const tookTooLong = '57014'

const [sqliteReadOnly, sqliteCannotOpen] = [8, 14]

/** The reasons why a file cannot be written, by Node's error code. */
const unwritable = new Map([
  ['EROFS', 'its disk is mounted read-only'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'the operation is not permitted'],
  ['ENOSPC', 'its disk is full'],
])
