// The values of `pagination`: opaque, sealed, and bound to the request they were given out for.

import { ServiceError } from '../base/errors.ts'
import type { Keyring } from '../base/keyring.ts'
import type { Position } from '../platforms/kit/page.ts'

export interface Cursors {
  /** A cursor that only the same workspace, operation, user, account and list can use. */
  make(position: Position): string
  /** The position a caller's `pagination` stands for; nothing for the first page. */
  read(pagination: string): Position | undefined
}

export interface CursorBinding {
  readonly workspaceId: string
  readonly operation: string
  readonly userId: string
  readonly accountId: string
  /** Which of an operation's lists it pages through; empty when it has one. */
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
      // The seal proves that it was made above.
      return JSON.parse(position) as Position
    },
  }
}

/** Callers may hand back a whole link that carries the cursor as its `pagination` parameter. */
function cursorIn(pagination: string): string {
  if (!/^https?:\/\//i.test(pagination) || !URL.canParse(pagination)) return pagination
  return new URL(pagination).searchParams.get('pagination') ?? pagination
}
