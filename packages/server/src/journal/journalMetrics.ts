// Metrics of the journal: number and age of writes without an outcome, and the delay of the runner.

import type { GaugeReading, Metrics } from '../observability/metrics.ts'
import { maxCountedRows } from '../observability/metricTable.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { countUnendedEntries, listDueEntries } from '../store/journalEntries.ts'
import type { Store } from '../store/tables.ts'
import { maxPauseMs } from './writeOutcome.ts'

const kinds = ['open', 'needs_attention'] as const

export function registerJournalMetrics(store: Store, runtime: Runtime, metrics: Metrics): void {
  metrics.onScrape(async () => {
    const now = runtime.now()
    const readings: GaugeReading[] = []
    for (const kind of kinds) {
      const { count, oldestAt } = await countUnendedEntries(store.db, kind, maxCountedRows)
      readings.push({ gauge: 'journalEntries', labels: [kind], value: count })
      readings.push({ gauge: 'journalOldest', labels: [kind], value: secondsSince(oldestAt ?? now, now) })
    }
    const [due] = await listDueEntries(store.db, store.clock, { now, maxDelayMs: maxPauseMs }, 1)
    const dueSince = due?.dueSince ?? now
    return [...readings, { gauge: 'queueOldest', labels: ['journal'], value: secondsSince(dueSince, now) }]
  })
}

function secondsSince(then: number, now: number): number {
  return Math.max(0, now - then) / 1000
}
