import type { OperationName, Platform } from '@adrail/contract'
import type { Surface } from '../audit/chain.ts'
import type { Log } from '../base/log.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Pin } from '../platforms/kit/connected.ts'
import type { Db, Store } from '../store/tables.ts'
import type { User } from '../store/users.ts'
import type { Losses } from './losses.ts'
import type { Markers } from './markers.ts'
import type { SpendRefusals } from './spend/refusals.ts'
import type { SpendGuard } from './spend/spendGuard.ts'
import type { Write } from './write.ts'

/** Where writes get the accounts they work on. */
export interface Accounts {
  /** The account that a user is linked to now; fails with 409 when there is none. */
  connect(workspaceId: string, userId: string, platform: Platform): Promise<Account>
  /** The account that was pinned, whoever is linked by now; nothing when no credential reaches it any more. */
  reconnect(workspaceId: string, userId: string, pin: Pin): Promise<Account | undefined>
  /** Whether the user is still linked to the account that was pinned. */
  isLinked(workspaceId: string, userId: string, pin: Pin): Promise<boolean>
  /** Whether the pinned account can still be reached; if so, it stays until open writes are settled. In a transaction. */
  keep(transaction: Db, pin: Pin): Promise<boolean>
}

export interface Account {
  /** Known by its type to the write alone. */
  readonly connector: unknown
  readonly pin: Pin
  /** Whether the user is still linked to it. */
  readonly isOwn: boolean
}

/** What the waist hands over once a write has passed its checks. */
export interface WriteRequest {
  readonly operation: OperationName
  readonly caller: { readonly workspaceId: string; readonly keyId: string }
  /** For whom; absent where the body names nobody. */
  readonly user?: Pick<User, 'id'>
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly surface: Surface
  readonly idempotencyKey?: string
  /** Is told the record of the write as soon as there is one. */
  begun?(operationId: string): void
}

/** What the journal's own code works with. */
export interface JournalParts {
  readonly store: Store
  /** Its clock is the database's. */
  readonly runtime: Runtime
  /** With each platform's own clock, for what is compared with a platform's times. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly log: Log
  readonly accounts: Accounts
  readonly spendGuard: SpendGuard
  readonly spendRefusals: SpendRefusals
  readonly markers: Markers
  /** The key of the HMAC that a plan is named by. */
  readonly planSecret: string
  readonly losses: Losses
  writeOf(operation: OperationName): Write
  /** Is called with the user whose account a write that has ended may have changed. */
  changed(workspaceId: string, userId: string, write: Pick<Write, 'platform' | 'createsLeads'>): void
  /** Where a person decides about a write that waits for approval. */
  approvalUrl(operationId: string): string
  /** Aborted when the process ends: nobody waits any longer for a platform to make up its mind. */
  readonly stopping: AbortSignal
}
