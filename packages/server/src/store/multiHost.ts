// Connects to the first of several hosts that accepts the required kind of session. libpq does the same, and
// the driver does not. https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS

import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { SessionTarget } from './databaseUrl.ts'

/**
 * Start-up, shutdown or a broken connection: another host may accept the connection. Every other error of a
 * server is final.
 */
const retryableSqlStates = /^(08...|57P0.)$/
const readOnlyTransactionCode = '25006'

/** For the driver's pool, which constructs one client per connection. `hostTimeoutMs` is the timeout per host. */
export function createMultiHostClient(urls: readonly string[], target: SessionTarget, hostTimeoutMs: number) {
  return class MultiHostClient extends EventEmitter {
    readonly #options: pg.ClientConfig
    #client: DriverClient
    #isDemoted = false

    constructor(options: pg.ClientConfig) {
      super()
      this.#options = options
      this.#client = this.#createClient(urls[0] ?? '')
    }

    connect(connected: (error?: unknown) => void): void {
      this.#connect().then(() => connected(), connected)
    }

    async #connect(): Promise<void> {
      const failures: Error[] = []
      for (const url of urls) {
        const client = this.#createClient(url)
        this.#client = client
        try {
          await client.connect()
          await requireSessionTarget(client, target, hostTimeoutMs)
          client.on('error', (error) => this.emit('error', error))
          client.on('end', () => this.emit('end'))
          return
        } catch (error) {
          client.end().catch(() => {})
          if (!(error instanceof Error) || isFinal(error)) throw error
          failures.push(new Error(`${client.host}:${client.port}: ${error.message}`, { cause: error }))
        }
      }
      throw new AggregateError(failures)
    }

    #createClient(url: string): DriverClient {
      const client = new pg.Client({
        ...this.#options,
        connectionString: url,
        connectionTimeoutMillis: hostTimeoutMs,
      })
      // The pending connect or query rejects with the same error.
      client.on('error', () => {})
      return client as DriverClient
    }

    async query(text: string, values?: unknown[]): Promise<unknown> {
      try {
        return await this.#client.query(text, values)
      } catch (error) {
        // A switchover without a restart leaves sessions on the old primary, which is read-only now.
        if ((error as { code?: string }).code === readOnlyTransactionCode) this.#isDemoted = target !== 'any'
        throw error
      }
    }

    end(ended: () => void): void {
      this.#client.end().then(ended, ended)
    }

    // Other properties that the pool reads.
    get connection() {
      return this.#client.connection
    }

    get _queryable(): boolean {
      return this.#client._queryable && !this.#isDemoted
    }

    get _ending(): boolean {
      return this.#client._ending
    }
  }
}

/** The driver's client, with the private properties that the pool reads. */
interface DriverClient extends pg.Client {
  readonly _queryable: boolean
  readonly _ending: boolean
}

/** When a server was reached, its refusal of the user or the database applies to all hosts. */
function isFinal(error: Error): boolean {
  return error instanceof pg.DatabaseError && !retryableSqlStates.test(error.code ?? '')
}

async function requireSessionTarget(
  client: pg.Client,
  target: SessionTarget,
  timeoutMs: number,
): Promise<void> {
  if (target === 'any') return
  const text =
    "select current_setting('transaction_read_only') = 'on' as read_only, pg_is_in_recovery() as standby"
  // The driver supports a timeout per query, but its types do not.
  const queryConfig: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: timeoutMs }
  const { rows } = await client.query<{ read_only: boolean; standby: boolean }>(queryConfig)
  const [session] = rows
  if (session?.standby !== false) throw new Error('it is a standby')
  if (target === 'read-write' && session.read_only) throw new Error('it is read-only')
}
