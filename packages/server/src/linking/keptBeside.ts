// Rows kept per connection (lead sources, mirrors): backfilled for connections that
// have none, ended with the connection, and deleted afterwards.

import { inPieces } from '../base/pieces.ts'
import {
  type BesideTable,
  connectionsWith,
  deleteBeside,
  endBeside,
  endedBeside,
} from '../store/besideConnections.ts'
import type { ConnectionPlace } from '../store/connections.ts'
import { keepPosition, keepReceived } from '../store/leadPositions.ts'
import type { Db } from '../store/tables.ts'
import type { Linking } from './linking.ts'

const tables: readonly BesideTable[] = ['lead_sources', 'mirrors']
const connectionsAtOnce = 200
const mostEnded = 1000

type Connection = Awaited<ReturnType<typeof connectionsWith>>[number]

/** Creates the rows of connections from an earlier release, or from a time when the feature was off. */
export class MissingBeside {
  readonly #linking: Linking
  readonly #table: BesideTable
  readonly #begin: (missing: readonly Connection[]) => Promise<void>
  /** The scan runs once per process. Its position is undefined when the scan is complete. */
  #from: ConnectionPlace | undefined = { workspace_id: '', user_id: '', platform: '' }

  constructor(
    linking: Linking,
    table: BesideTable,
    begin: (missing: readonly Connection[]) => Promise<void>,
  ) {
    this.#linking = linking
    this.#table = table
    this.#begin = begin
  }

  async begin(isOver: () => boolean): Promise<void> {
    const { store, runtime } = this.#linking
    while (this.#from !== undefined && !isOver()) {
      const found = await connectionsWith(store.db, this.#table, this.#from, connectionsAtOnce)
      await this.#begin(found.filter(({ kept_id }) => kept_id === null))
      this.#from = found.length < connectionsAtOnce ? undefined : found.at(-1)
      await runtime.rest()
    }
  }
}

/** Ends all rows of a connection when the connection ends. */
export async function endAllBeside(db: Db, connection: ConnectionPlace, now: number): Promise<void> {
  for (const table of tables) {
    const hasEnded = await endBeside(db, table, connection, now)
    // No process adds leads to an ended source, so the position holds for all of them.
    if (table !== 'lead_sources' || !hasEnded) continue
    await keepPosition(db, connection, now)
    await keepReceived(db, connection, now)
  }
}

/** Deletes ended rows after their data. Each of the given functions deletes one batch of the data. */
export async function deleteEnded(
  { store, runtime }: Linking,
  table: BesideTable,
  isOver: () => boolean,
  ...deletions: readonly ((id: string, most: number) => Promise<number>)[]
): Promise<void> {
  for (const id of await endedBeside(store.db, table, mostEnded)) {
    for (const deleteSome of deletions) await inPieces(runtime.rest, (most) => deleteSome(id, most), isOver)
    if (!isOver()) await deleteBeside(store.db, table, id)
  }
}
