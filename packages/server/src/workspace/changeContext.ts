// Dependencies of every change of a workspace, over HTTP or on the admin command line.

import type { AuditRecord } from '../audit/chain.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Db, Store } from '../store/tables.ts'

type AuditDetails = Pick<AuditRecord, 'subject' | 'before' | 'after' | 'operationId' | 'userId'>

export interface ChangeContext {
  readonly store: Store
  readonly runtime: Runtime
  /** Writes the audit entry in the transaction of the change. */
  recordAuditEntry(transaction: Db, details: AuditDetails): Promise<void>
}
