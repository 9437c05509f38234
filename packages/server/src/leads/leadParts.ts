// What reading leads needs; made once, by app.ts.

import type { Accounts } from '../linking/accounts.ts'
import type { Linking } from '../linking/linking.ts'

export interface LeadParts {
  readonly linking: Linking
  readonly accounts: Accounts
  /** How long answers are kept; 0 for not at all. */
  readonly keepDays: number
}
