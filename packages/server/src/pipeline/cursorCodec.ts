// The values of `pagination`: opaque, encrypted, and bound to the request that returned them.

import type { Keyring } from '../encryption/keyring.ts'
import type { PagePosition } from '../platforms/connector-kit/page.ts'
import { ServiceError } from '../runtime/errors.ts'

export interface CursorCodec {
  /** Encodes a cursor that only the same workspace, operation, user, account and list can use. */
  encode(position: PagePosition): string
  /** Decodes the caller's `pagination`. Returns undefined for the first page. */
  decode(pagination: string): PagePosition | undefined
}

export interface CursorBinding {
  readonly workspaceId: string
  readonly operation: string
  readonly userId: string
  readonly accountId: string
  /** The list of an operation with several lists. Empty for an operation with one list. */
  readonly list: string
}

export function makeCursorCodec(keyring: Keyring, binding: CursorBinding): CursorCodec {
  const { workspaceId, operation, userId, accountId, list } = binding
  const bindingText = JSON.stringify([workspaceId, operation, userId, accountId, list])
  return {
    encode: (position) => keyring.encrypt('cursor', bindingText, JSON.stringify(position)),
    decode(pagination) {
      const cursor = extractCursor(pagination)
      if (cursor === '') return undefined
      const position = keyring.decrypt('cursor', bindingText, cursor)
      if (position === undefined) throw new ServiceError('INVALID_CURSOR', { field: 'pagination' })
      // Authenticated encryption proves that adrail made the cursor.
      return JSON.parse(position) as PagePosition
    },
  }
}

/** Callers may send a whole link that has the cursor as its `pagination` parameter. */
function extractCursor(pagination: string): string {
  if (!/^https?:\/\//i.test(pagination) || !URL.canParse(pagination)) return pagination
  return new URL(pagination).searchParams.get('pagination') ?? pagination
}
