// Metrics of the database: whether it responds, how long statements take, and how many wait.

import type { Metrics } from '../observability/metrics.ts'
import type { OnStatement, Store } from './tables.ts'

const statementKinds = /^(select|insert|update|delete|with|begin|commit|rollback)/

export function timeStatements(metrics: Metrics): OnStatement {
  return (text, tookMs) => {
    const [kind = 'other'] = statementKinds.exec(text) ?? []
    metrics.observe('statementSeconds', tookMs / 1000, kind)
  }
}

export function registerStoreMetrics(store: Store, metrics: Metrics): void {
  metrics.onScrape(async () => {
    const value = await store.ping().then(
      () => 1,
      () => 0,
    )
    return [
      { gauge: 'storeUp', labels: [], value },
      { gauge: 'storeWaiting', labels: [], value: store.countWaiting() },
    ]
  })
}
