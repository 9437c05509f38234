// Metrics of the journal: number and age of writes without an outcome, and the delay of the runner.

import type { Metrics, Reading } from '../base/metrics.ts'
import { mostCounted } from '../base/metricTable.ts'
import type { Runtime } from '../base/runtime.ts'
import { dueEntries, unendedEntries } from '../store/journalEntries.ts'
import type { Store } from '../store/tables.ts'
import { longestPauseMs } from './ending.ts'

const kinds = ['open', 'needs_attention'] as const

export function tellOfJournal(store: Store, runtime: Runtime, metrics: Metrics): void {
  metrics.onScrape(async () => {
    const now = runtime.now()
    const readings: Reading[] = []
    for (const kind of kinds) {
      const { count, oldestAt } = await unendedEntries(store.db, kind, mostCounted)
      readings.push({ gauge: 'journalEntries', labels: [kind], value: count })
      readings.push({ gauge: 'journalOldest', labels: [kind], value: secondsSince(oldestAt ?? now, now) })
    }
    const [due] = await dueEntries(store.db, store.clock, { now, longestMs: longestPauseMs }, 1)
    // A value of 0 means immediately. Such an entry has waited since its last update.
    const dueAt = due ? Math.max(due.next_run_at, due.updated_at) : now
    return [...readings, { gauge: 'queueOldest', labels: ['journal'], value: secondsSince(dueAt, now) }]
  })
}

function secondsSince(then: number, now: number): number {
  return Math.max(0, now - then) / 1000
}
