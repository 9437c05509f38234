// Creations that the platform does not make once by itself.

import type { Finding, StepContext } from '../../journal/write.ts'

/** A request that was cut off may still be carried out for a while: nothing is sent again before this is over. */
const quietMs = 90_000

/** What a look for a creation means, given the id that was found. */
export function findingOf(upstreamId: string | undefined, { sentAt, ctx }: StepContext): Finding {
  if (upstreamId !== undefined) return { state: 'done', outcome: { upstreamId } }
  return { state: ctx.runtime.now() - sentAt < quietMs ? 'unclear' : 'not_done' }
}
