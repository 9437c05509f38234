// What is kept beside connections: begun with those that had nothing yet, ended with them, and deleted after that.

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

/** Begins with connections that were made by an earlier release, or while nothing was to be kept of them. */
export class MissingBeside {
  readonly #linking: Linking
  readonly #table: BesideTable
  readonly #begin: (missing: readonly Connection[]) => Promise<void>
  /** From where on it is not known; nothing once all were looked at, which is done once in the life of a process. */
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

/** All that is kept beside a connection ends with it. */
export async function endAllBeside(db: Db, connection: ConnectionPlace, now: number): Promise<void> {
  for (const table of tables) {
    const hasEnded = await endBeside(db, table, connection, now)
    // Afterwards no one adds leads to the source, so the position holds for all of them.
    if (table !== 'lead_sources' || !hasEnded) continue
    await keepPosition(db, connection, now)
    await keepReceived(db, connection, now)
  }
}

/** Deletes what has ended, with what came by it: that piece by piece, by each of the given ways. */
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
