// Rows kept per connection (lead sources, mirrors): backfilled for connections that
// have none, ended with the connection, and deleted afterwards.

import { platforms } from '@adrail/contract'
import { inBatches } from '../concurrency/inBatches.ts'
import {
  type ConnectionRowTable,
  deleteConnectionRow,
  endConnectionRow,
  listConnectionsWithRow,
  listEndedConnectionRows,
} from '../store/connectionOwnedRows.ts'
import type { ConnectionKey } from '../store/connections.ts'
import { saveLeadPosition, saveReceivedLeads } from '../store/leadPositions.ts'
import type { Db } from '../store/tables.ts'
import type { LinkingDeps } from './linking.ts'

const connectionRowTables: readonly ConnectionRowTable[] = ['lead_sources', 'mirrors']
const connectionsPerBatch = 200
const maxEndedRows = 1000

type ConnectionRowDeps = Pick<LinkingDeps, 'store' | 'runtime'>

type ConnectionWithRow = Awaited<ReturnType<typeof listConnectionsWithRow>>[number]

/** Creates the rows of connections from an earlier release, or from a time when the feature was off. */
export class ConnectionRowBackfill {
  readonly #linking: ConnectionRowDeps
  readonly #table: ConnectionRowTable
  readonly #createRows: (connections: readonly ConnectionWithRow[]) => Promise<void>
  /**
   * The scan runs once per process, and its position is undefined when the scan is complete. No id is
   * empty, so the platform of the first position does not matter.
   */
  #cursor: ConnectionKey | undefined = { workspace_id: '', user_id: '', platform: platforms[0] }

  constructor(
    linking: ConnectionRowDeps,
    table: ConnectionRowTable,
    createRows: (connections: readonly ConnectionWithRow[]) => Promise<void>,
  ) {
    this.#linking = linking
    this.#table = table
    this.#createRows = createRows
  }

  async run(isStopped: () => boolean): Promise<void> {
    const { store, runtime } = this.#linking
    while (this.#cursor !== undefined && !isStopped()) {
      const connections = await listConnectionsWithRow(
        store.db,
        this.#table,
        this.#cursor,
        connectionsPerBatch,
      )
      await this.#createRows(connections.filter(({ kept_id }) => kept_id === null))
      this.#cursor = connections.length < connectionsPerBatch ? undefined : connections.at(-1)
      await runtime.yieldInBackground()
    }
  }
}

/** Ends all rows of a connection when the connection ends. */
export async function endConnectionRows(db: Db, connection: ConnectionKey, now: number): Promise<void> {
  for (const table of connectionRowTables) {
    const hasEnded = await endConnectionRow(db, table, connection, now)
    // No process adds leads to an ended source, so the position holds for all of them.
    if (table !== 'lead_sources' || !hasEnded) continue
    await saveLeadPosition(db, connection, now)
    await saveReceivedLeads(db, connection, now)
  }
}

/** Deletes ended rows after their data. Each of the given functions deletes one batch of the data. */
export async function deleteEndedRows(
  { store, runtime }: ConnectionRowDeps,
  table: ConnectionRowTable,
  isStopped: () => boolean,
  ...deletions: readonly ((id: string, limit: number) => Promise<number>)[]
): Promise<void> {
  for (const id of await listEndedConnectionRows(store.db, table, maxEndedRows)) {
    for (const deleteBatch of deletions)
      await inBatches(runtime.yieldInBackground, (limit) => deleteBatch(id, limit), isStopped)
    if (!isStopped()) await deleteConnectionRow(store.db, table, id)
  }
}
