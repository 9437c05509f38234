// Refused spend increases are counted, logged and reported to the workspace.

import { type EventData, type Platform, platforms } from '@adrail/contract'
import { emitEvents, makeEvent } from '../../events/emit.ts'
import type { Log } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { JournalEntry } from '../../store/journalEntries.ts'
import type { Store } from '../../store/tables.ts'
import type { SpendChange } from './spendChange.ts'

type SpendRefusalCode = EventData<'guard.refused'>['code']
const codes: readonly SpendRefusalCode[] = ['SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN']

interface SpendRefusalDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count' | 'initializeCounter'>
}

export class SpendRefusals {
  readonly #deps: SpendRefusalDeps

  constructor(deps: SpendRefusalDeps) {
    this.#deps = deps
    for (const platform of platforms)
      for (const code of codes) deps.metrics.initializeCounter('spendRefusals', platform, code)
  }

  /**
   * The write was not begun, so no journal entry shows the refusal. The caller gets the refusal even if this
   * report fails.
   */
  async report(
    failure: ServiceError,
    { name: operation, keyId, userId, workspaceId }: JournalEntry,
    platform: Platform,
    change: SpendChange | undefined,
  ): Promise<void> {
    const code = codes.find((each) => each === failure.code)
    if (code === undefined) return
    const { store, runtime, log, metrics } = this.#deps
    const campaignId = change?.campaignId ?? ''
    metrics.count('spendRefusals', platform, code)
    log.warn('journal.spend.refused', {
      operation,
      code,
      workspaceId,
      keyId,
      userId,
      campaignId,
    })
    const data = { operation, platform, code, keyId, campaignId }
    const event = makeEvent(runtime, 'guard.refused', userId, data)
    await store.db
      .transaction()
      .execute((transaction) => emitEvents(transaction, workspaceId, [event]))
      .catch((error: unknown) => log.error('journal.spend.refusal_event_failed', error, { operation }))
  }
}
