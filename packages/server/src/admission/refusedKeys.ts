// Reports wrong keys and sessions in the log and the audit. A flood of them causes a bounded number of lines
// and entries.

import { recordAudit } from '../audit/chain.ts'
import type { Log } from '../observability/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ApiKey } from '../store/keys.ts'
import type { Store } from '../store/tables.ts'

export const refusedKeysIntervalMs = 60_000

/** Addresses beyond these share one line per minute. */
const maxAddresses = 100
const auditIntervalMs = 60 * 60_000
const maxAuditedKeys = 10_000

interface RefusedKeysDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
}

export class RefusedKeys {
  readonly #deps: RefusedKeysDeps
  /** Refusals of this minute that no log line reports yet, by address. */
  #unreportedCounts = new Map<string, number>()
  #otherAddressCount = 0
  readonly #auditedAt = new Map<string, number>()

  constructor(deps: RefusedKeysDeps) {
    this.#deps = deps
  }

  /**
   * Records a refusal. `key` is the expired or revoked key whose secret the caller has. Absent for every
   * other cause.
   */
  record(address: string, key?: ApiKey): void {
    const reason = key && (key.revoked_at === null ? 'expired' : 'revoked')
    if (key && reason) this.#audit(key, reason)
    const unreportedCount = this.#unreportedCounts.get(address)
    if (unreportedCount !== undefined) this.#unreportedCounts.set(address, unreportedCount + 1)
    else if (this.#unreportedCounts.size >= maxAddresses) this.#otherAddressCount++
    else {
      this.#unreportedCounts.set(address, 0)
      const keyFields = key && { reason, workspaceId: key.workspace_id, keyId: key.id }
      this.#deps.log.warn('auth.refused', { address, count: 1, ...keyFields })
    }
  }

  /** Reports the refusals of the past minute that followed the first of their address. */
  flush(): void {
    const { log } = this.#deps
    for (const [address, count] of this.#unreportedCounts)
      if (count > 0) log.warn('auth.refused', { address, count })
    if (this.#otherAddressCount > 0)
      log.warn('auth.refused', { address: 'others', count: this.#otherAddressCount })
    this.#unreportedCounts = new Map()
    this.#otherAddressCount = 0
  }

  /** At most one entry per key and hour in each process. The refusal does not wait for it. */
  #audit({ id, workspace_id: workspaceId }: ApiKey, reason: string): void {
    const { store, runtime } = this.#deps
    const at = runtime.now()
    if (at - (this.#auditedAt.get(id) ?? Number.NEGATIVE_INFINITY) < auditIntervalMs) return
    if (this.#auditedAt.size >= maxAuditedKeys) this.#auditedAt.clear()
    this.#auditedAt.set(id, at)
    const entry = { workspaceId, at, event: 'key.refused', actor: id, subject: id, after: { reason } }
    store.db
      .transaction()
      .execute((transaction) => recordAudit(transaction, entry))
      .catch(() => this.#auditedAt.delete(id))
  }
}
