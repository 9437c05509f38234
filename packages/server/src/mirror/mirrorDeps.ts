// Shared dependencies of the mirror, assembled once at startup.

import type { Platform } from '@adrail/contract'
import type { Accounts } from '../linking/accounts.ts'
import type { LinkingDeps } from '../linking/linking.ts'

export interface MirrorDeps {
  readonly linking: Pick<LinkingDeps, 'store' | 'runtime' | 'times' | 'log' | 'metrics'>
  readonly accounts: Accounts
  /** With the mirror disabled, no account is polled. */
  readonly isEnabled: boolean
  /** Returns the used share of a platform's quota for the whole service. 1 is all of it. */
  getUsedQuotaShare(platform: Platform): number
}

/** Another process polls the account by now, or the mirror has ended. */
export class MirrorLeaseLost extends Error {}
