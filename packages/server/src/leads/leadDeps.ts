// Shared dependencies of the lead code, assembled once at startup.

import type { Accounts } from '../linking/accounts.ts'
import type { LinkingDeps } from '../linking/linking.ts'

export interface LeadDeps {
  readonly linking: LinkingDeps
  readonly accounts: Accounts
  /** Answers are stored for this many days. With 0 they are never stored. */
  readonly answerRetentionDays: number
}
