// The clock of a sandbox, in this process or remote.

import type { Sender } from '../platforms/connector-kit/upstream.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { asObject, asText } from '../platforms/connector-kit/values.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** The clock of a sandbox. */
export interface SandboxWorld {
  now(): number
  /** Creation time, by the sandbox's clock. */
  createdAt(): number
  /** Changes when another world replaces this one. */
  id(): string
  /** Loads the state of a remote sandbox. */
  refresh(): Promise<void>
}

/** A remote sandbox. Its clock is read periodically and extrapolated in between. */
export function createRemoteSandboxWorld(url: string, upstream: Sender, runtime: Runtime): SandboxWorld {
  let snapshot = { now: runtime.now(), running: true, createdAt: 0, id: '', measuredAt: runtime.monotonic() }
  return {
    now: () => snapshot.now + (snapshot.running ? Math.floor(runtime.monotonic() - snapshot.measuredAt) : 0),
    createdAt: () => snapshot.createdAt,
    id: () => snapshot.id,
    async refresh() {
      try {
        const response = await upstream.send({
          callName: 'sandbox world',
          method: 'GET',
          url: `${url}/_sandbox/world`,
          timeoutMs: 5000,
        })
        const { now, running, seededAt, id } = asObject(response.json())
        // A sandbox whose admin surface is switched off returns no time: then the database's time is used.
        if (response.status !== 200 || typeof now !== 'number') return
        const createdAt = typeof seededAt === 'number' ? seededAt : 0
        snapshot = {
          now,
          running: running !== false,
          createdAt,
          id: asText(id),
          measuredAt: runtime.monotonic(),
        }
      } catch (error) {
        // The sandbox may become available again. Until then its clock is extrapolated.
        if (!(error instanceof UpstreamFailure)) throw error
      }
    },
  }
}
