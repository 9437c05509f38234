// What looking at all accounts needs; made once, by app.ts.

import type { Platform } from '@adrail/contract'
import type { Accounts } from '../linking/accounts.ts'
import type { Linking } from '../linking/linking.ts'

export interface MirrorParts {
  readonly linking: Linking
  readonly accounts: Accounts
  /** Whether anything is looked at. */
  readonly isOn: boolean
  /** How much is used of what a platform lets the whole service do, 1 being all of it. */
  quotaUsed(platform: Platform): number
}

/** Somebody else looks at the account by now, or it has ended. */
export class NotHeld extends Error {}
