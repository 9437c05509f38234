// What time it is at the platforms: the machine's own, and the sandbox's while that stands in for one. Leases, deadlines
// and everything else that only this service keeps stay with the machine.

import type { Platform } from '@adrail/contract'
import type { Runtime } from '../../base/runtime.ts'
import type { Sender } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'
import { asObject, asText } from './values.ts'

export type Times = Readonly<Record<Platform, () => number>>

/** A sandbox as far as its time goes. */
export interface SandboxWorld {
  now(): number
  /** When it was made, by its own clock. */
  madeAt(): number
  /** Another one as soon as another world stands there. */
  id(): string
  /** Learns what cannot be known without asking. */
  look(): Promise<void>
}

/** A sandbox that others run: its clock is read now and then, and goes on in between as it did. */
export function sharedWorld(url: string, upstream: Sender, runtime: Runtime): SandboxWorld {
  let read = { now: runtime.now(), running: true, madeAt: 0, id: '', at: runtime.monotonic() }
  return {
    now: () => read.now + (read.running ? Math.floor(runtime.monotonic() - read.at) : 0),
    madeAt: () => read.madeAt,
    id: () => read.id,
    async look() {
      try {
        const answer = await upstream.send({
          call: 'sandbox world',
          method: 'GET',
          url: `${url}/_sandbox/world`,
          timeoutMs: 5000,
        })
        const { now, running, seededAt, id } = asObject(answer.json())
        // A sandbox whose own surface is switched off tells nothing: then the machine's time is as good as any.
        if (answer.status !== 200 || typeof now !== 'number') return
        const madeAt = typeof seededAt === 'number' ? seededAt : 0
        read = { now, running: running !== false, madeAt, id: asText(id), at: runtime.monotonic() }
      } catch (error) {
        // It may come back; until then its clock is taken to go on.
        if (!(error instanceof UpstreamFailure)) throw error
      }
    },
  }
}
