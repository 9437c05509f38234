// Metrics about the health of credentials and the lag of their maintenance.

import { connectionHealths, type Platform, platforms } from '@adrail/contract'
import type { Metrics } from '../observability/metrics.ts'
import { maxCountedRows } from '../observability/metricTable.ts'
import type { TokenVerdict } from '../platforms/connector-kit/provider.ts'
import { type Credential, countCredentials, listDueCredentials } from '../store/credentials.ts'
import { listOpenDeletions } from '../store/deletions.ts'
import type { CredentialHealth } from '../store/tables.ts'
import { type LinkingDeps, platformNow } from './linking.ts'

/** The health `limited` is computed, not stored. */
const healths = connectionHealths.filter((health): health is CredentialHealth => health !== 'limited')
const credentialSeries = platforms.flatMap((platform) => healths.map((health) => ({ platform, health })))

const refreshOutcomeLabels = {
  refreshed: 'refreshed',
  dead: 'dead',
  blocked: 'blocked',
  app_rejected: 'app',
  transient: 'passing',
} satisfies Record<TokenVerdict['kind'] | 'refreshed', string>

/** Counts the refreshes of tokens by outcome. */
export function countTokenRefresh(
  metrics: Pick<Metrics, 'count'>,
  platform: Credential['platform'],
  outcome: keyof typeof refreshOutcomeLabels,
): void {
  metrics.count('tokenRefreshes', platform, refreshOutcomeLabels[outcome])
}

type LagDeps = Pick<LinkingDeps, 'store' | 'times'>

export function registerLinkingMetrics(linking: LagDeps, metrics: Metrics): void {
  const { db } = linking.store
  for (const platform of platforms)
    for (const outcome of Object.values(refreshOutcomeLabels))
      metrics.initializeCounter('tokenRefreshes', platform, outcome)
  metrics.onScrape(async () => {
    const counted = await countCredentials(db, credentialSeries, maxCountedRows)
    return counted.map(({ platform, health, count }) => ({
      gauge: 'credentials',
      labels: [platform, health],
      value: count,
    }))
  })
  metrics.onScrape(async () => [
    { gauge: 'queueOldest', labels: ['upkeep'], value: (await measureMaintenanceLagMs(linking)) / 1000 },
    { gauge: 'queueOldest', labels: ['deletions'], value: (await measureDeletionLagMs(linking)) / 1000 },
  ])
}

/** The credential that is due for the longest time decides, by its platform's own clock. */
async function measureMaintenanceLagMs({ store, times }: LagDeps): Promise<number> {
  const lagMs = async (platform: Platform) => {
    const now = times[platform]()
    const [first] = await listDueCredentials(store.db, platform, now, 1)
    // A due time of 0 means as soon as possible. The credential then waits since its tokens were issued.
    return first ? now - Math.max(first.look_at, first.issued_at) : 0
  }
  return Math.max(0, ...(await Promise.all(platforms.map(lagMs))))
}

/** The oldest open deletion request decides. */
async function measureDeletionLagMs(linking: LagDeps): Promise<number> {
  const [first] = await listOpenDeletions(linking.store.db, 1)
  return first ? Math.max(0, platformNow(linking, first) - first.requested_at) : 0
}
