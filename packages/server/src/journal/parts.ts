import type { Log } from '../base/log.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Store } from '../store/tables.ts'

/** What the journal's own code works with. */
export interface JournalParts {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  /** Aborted when the process ends: nobody waits any longer for a platform to make up its mind. */
  readonly stopping: AbortSignal
}
