// A pooler shares the server's sessions between transactions. Limits cannot be set for a session, because
// another client may use it next. So each transaction sets the limits for itself.

import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'

export interface StatementLimits {
  /** The timeout in milliseconds, or 0 for none. */
  readonly statement_timeout: number
  readonly idle_in_transaction_session_timeout: number
}

/**
 * A component between the process and PostgreSQL dropped the limits. Without them a dead process could hold
 * locks forever.
 */
export class LimitsDropped extends Error {
  constructor(name: string) {
    super(
      `${name} does not hold in PostgreSQL: a connection pooler dropped it. Add pgbouncer=true to DATABASE_URL, and adrail sets it in every transaction.`,
    )
  }
}

/**
 * Wraps a client for one checkout from the pool. A statement outside a transaction gets its own transaction,
 * at two more round trips.
 */
export function limitEachTransaction(
  client: PostgresPoolClient,
  limits: StatementLimits,
): PostgresPoolClient {
  const settings = Object.entries(limits).map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
  let isInTransaction = false
  const begin = async (text: string) => {
    // Several statements in one message need one round trip and return one result each.
    const results = await client.query<unknown>([text, ...settings].join('; '), [])
    isInTransaction = true
    return (Array.isArray(results) ? results[0] : results) as PostgresQueryResult<unknown>
  }
  const end = (text: string) => {
    isInTransaction = false
    return client.query<unknown>(text, [])
  }
  const runStatement = async (text: string, parameters: readonly unknown[]) => {
    await begin('begin')
    try {
      const result = await client.query<unknown>(text, parameters)
      await end('commit')
      return result
    } catch (error) {
      // A connection on which the rollback fails is broken, and the pool removes it.
      if (isInTransaction) await end('rollback').catch(() => {})
      throw error
    }
  }
  const query = (text: string, parameters: readonly unknown[]) => {
    if (/^(begin|start transaction)\b/.test(text)) return begin(text)
    if (text === 'commit' || text === 'rollback') return end(text)
    return isInTransaction ? client.query<unknown>(text, parameters) : runStatement(text, parameters)
  }
  // Cursors are not used, and only the caller knows the type of the rows.
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}
