// Cursors over pages of the platform: its positions, sealed, and good for the same question alone.

import { ServiceError } from '../../base/errors.ts'
import type { Position } from '../../platforms/social/connector.ts'
import type { Context } from '../../waist/handler.ts'

interface Sealed {
  /** What the list was of: another account, type or filter has other positions. */
  readonly of: string
  readonly position: Position
}

export function positionIn(pagination: string, of: string, ctx: Context): Position | undefined {
  // The seal proves that the cursor was made below.
  const sealed = ctx.cursors.read(pagination) as Sealed | undefined
  if (sealed && sealed.of !== of) throw new ServiceError('INVALID_CURSOR', { field: 'pagination' })
  return sealed?.position
}

export function cursorsOf(
  { next, previous }: { readonly next?: Position; readonly previous?: Position },
  of: string,
  ctx: Context,
): { next: string; previous: string } {
  const cursor = (position: Position | undefined) =>
    position === undefined ? '' : ctx.cursors.make({ of, position } satisfies Sealed)
  return { next: cursor(next), previous: cursor(previous) }
}
