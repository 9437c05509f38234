// The values of `pagination`: opaque, sealed, and bound to the request they were given out for.

import { ServiceError } from '../base/errors.ts'
import type { Keyring } from '../base/keyring.ts'

export interface Cursors {
  /** A cursor that only the same workspace, operation, user and account can use. */
  make(position: unknown): string
  /** The position a caller's `pagination` stands for; nothing for the first page. */
  read(pagination: string): unknown
}

export interface CursorBinding {
  readonly workspaceId: string
  readonly operation: string
  readonly userId?: string
  readonly account?: string
}

export function makeCursors(keyring: Keyring, binding: CursorBinding): Cursors {
  const bound = JSON.stringify([
    binding.workspaceId,
    binding.operation,
    binding.userId ?? '',
    binding.account ?? '',
  ])
  return {
    make: (position) => keyring.seal('cursor', bound, JSON.stringify(position)),
    read(pagination) {
      const cursor = cursorIn(pagination)
      if (cursor === '') return undefined
      const position = keyring.open('cursor', bound, cursor)
      if (position === undefined) throw new ServiceError('INVALID_CURSOR', { field: 'pagination' })
      return JSON.parse(position)
    },
  }
}

/** Callers may hand back a whole link that carries the cursor as its `pagination` parameter. */
function cursorIn(pagination: string): string {
  if (!/^https?:\/\//i.test(pagination) || !URL.canParse(pagination)) return pagination
  return new URL(pagination).searchParams.get('pagination') ?? pagination
}
