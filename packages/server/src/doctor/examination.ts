// What the doctor is asked to look at.

import type { Runtime } from '../base/runtime.ts'

export interface Examination {
  /** The machine's environment when nothing is given. */
  readonly environment?: Readonly<Record<string, string>>
  readonly runtime: Runtime
  /** So many linked accounts are read, those that were linked last. */
  readonly mostAccounts: number
  /** Is told what is being looked at. */
  progress(what: string): void
}
