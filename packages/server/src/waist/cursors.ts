// The values of `pagination`: opaque, encrypted, and bound to the request that returned them.

import { ServiceError } from '../base/errors.ts'
import type { Keyring } from '../base/keyring.ts'
import type { Position } from '../platforms/kit/page.ts'

export interface Cursors {
  /** Encodes a cursor that only the same workspace, operation, user, account and list can use. */
  make(position: Position): string
  /** Decodes the caller's `pagination`. Returns undefined for the first page. */
  read(pagination: string): Position | undefined
}

export interface CursorBinding {
  readonly workspaceId: string
  readonly operation: string
  readonly userId: string
  readonly accountId: string
  /** The list of an operation with several lists. Empty for an operation with one list. */
  readonly list: string
}

export function makeCursors(keyring: Keyring, binding: CursorBinding): Cursors {
  const { workspaceId, operation, userId, accountId, list } = binding
  const bound = JSON.stringify([workspaceId, operation, userId, accountId, list])
  return {
    make: (position) => keyring.seal('cursor', bound, JSON.stringify(position)),
    read(pagination) {
      const cursor = cursorIn(pagination)
      if (cursor === '') return undefined
      const position = keyring.open('cursor', bound, cursor)
      if (position === undefined) throw new ServiceError('INVALID_CURSOR', { field: 'pagination' })
      // Authenticated encryption proves that adrail made the cursor.
      return JSON.parse(position) as Position
    },
  }
}

/** Callers may send a whole link that has the cursor as its `pagination` parameter. */
function cursorIn(pagination: string): string {
  if (!/^https?:\/\//i.test(pagination) || !URL.canParse(pagination)) return pagination
  return new URL(pagination).searchParams.get('pagination') ?? pagination
}
