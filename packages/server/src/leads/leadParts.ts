// Shared dependencies of the lead code, assembled once at startup.

import type { Accounts } from '../linking/accounts.ts'
import type { Linking } from '../linking/linking.ts'

export interface LeadParts {
  readonly linking: Linking
  readonly accounts: Accounts
  /** Answers are stored for this many days. With 0 they are never stored. */
  readonly keepDays: number
}
