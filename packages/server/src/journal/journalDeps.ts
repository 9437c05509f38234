import type { OperationName, Platform } from '@adrail/contract'
import type { Surface } from '../audit/chain.ts'
import type { Log } from '../observability/log.ts'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import type { PinnedConnection } from '../platforms/connector-kit/connectedAccount.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Db, Store } from '../store/tables.ts'
import type { User } from '../store/users.ts'
import type { LossMonitor } from './lossMonitor.ts'
import type { Markers } from './markers.ts'
import type { SpendRefusals } from './spend/refusals.ts'
import type { SpendGuard } from './spend/spendGuard.ts'
import type { Write } from './write.ts'

/** The accounts that writes work on. */
export interface WriteAccounts {
  /**
   * Returns the account that the user is linked to now. Throws a 409 error when the user is linked to none.
   */
  connect(workspaceId: string, userId: string, platform: Platform): Promise<WriteAccount>
  /**
   * Returns the pinned account, also when the user is linked to another account now. Returns undefined when
   * no credential reaches the account any more.
   */
  reconnect(
    workspaceId: string,
    userId: string,
    pinnedConnection: PinnedConnection,
  ): Promise<WriteAccount | undefined>
  /** Returns whether the user is still linked to the pinned account. */
  isLinked(workspaceId: string, userId: string, pinnedConnection: PinnedConnection): Promise<boolean>
  /**
   * Returns whether a credential still reaches the pinned account. If so, the credential is retained until
   * open writes have ended. The call must be part of a transaction.
   */
  lockCredential(transaction: Db, pinnedConnection: PinnedConnection): Promise<boolean>
}

export interface WriteAccount {
  readonly connector: AdConnector
  readonly pinnedConnection: PinnedConnection
  /** Whether the user is still linked to the account. */
  readonly isStillLinked: boolean
}

/** The request that the pipeline hands to the journal after all admission checks. */
export interface WriteRequest {
  readonly operation: OperationName
  readonly caller: { readonly workspaceId: string; readonly keyId: string }
  /** The user that the write acts for. Absent for operations without a user. */
  readonly user?: Pick<User, 'id'>
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly surface: Surface
  readonly idempotencyKey?: string
  /** Called with the id of the journal entry as soon as the entry exists. */
  onStarted?(operationId: string): void
}

/** The dependencies of all parts of the journal. A function names the ones that it uses. */
export interface JournalDeps {
  readonly store: Store
  /** The clock of this runtime is the database's clock. */
  readonly runtime: Runtime
  /**
   * One runtime per platform, on the platform's clock, for comparisons with times that the platform reports.
   */
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly log: Log
  readonly accounts: WriteAccounts
  readonly spendGuard: SpendGuard
  readonly spendRefusals: SpendRefusals
  readonly markers: Markers
  /** The HMAC key of plan hashes. */
  readonly planSecret: string
  readonly lossMonitor: LossMonitor
  getWrite(operation: OperationName): Write
  /** Called when a write has ended that may have changed the user's ad account. */
  onAccountChanged(workspaceId: string, userId: string, write: Pick<Write, 'platform' | 'createsLeads'>): void
  /** Returns the address of the page on which a person approves or rejects the write. */
  approvalUrl(operationId: string): string
  /** Aborted when the process stops, so that no execution waits for a platform any longer. */
  readonly stopping: AbortSignal
}
