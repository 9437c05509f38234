// Options of a doctor run.

import type { Runtime } from '../runtime/runtime.ts'

export interface ExaminationRequest {
  /** Defaults to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>
  readonly runtime: Runtime
  /** The doctor reads at most this many linked accounts, the most recently linked first. */
  readonly maxAccounts: number
  /** Receives the name of each check before it runs. */
  progress(activity: string): void
}
