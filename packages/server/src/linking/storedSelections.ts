// Reads selections from the database: the selection of a connection, and the one of a pinned account.

import type { Platform } from '@adrail/contract'
import type {
  AccountSelection,
  SelectionFormat,
  StoredSelection,
} from '../platforms/connector-kit/accountSelection.ts'
import { platformDefinitions, type Selections } from '../platforms/index.ts'
import type { Connection } from '../store/connections.ts'

const definitions: {
  readonly [Name in Platform]: { readonly selection: SelectionFormat<Selections[Name]> }
} = platformDefinitions

export function parseStoredSelection<Name extends Platform>(
  platform: Name,
  stored: StoredSelection,
): Selections[Name] {
  return definitions[platform].selection.parse(stored)
}

/** Returns the selection as the database contains it, for the pin of a write. */
export function readStoredSelection({ selection }: Pick<Connection, 'selection'>): StoredSelection {
  // Linking writes an object of the platform's own form.
  return JSON.parse(selection) as StoredSelection
}

export function readSelection(connection: Pick<Connection, 'platform' | 'selection'>): AccountSelection {
  return parseStoredSelection(connection.platform, readStoredSelection(connection))
}
