// The cost of an event for its write, compared with a service whose database discards events.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTempFolder, measure, type Service, startService, type Target } from '../measure.ts'
import { type RunSettings, runInterleaved } from '../operations.ts'
import { applyGoals, printSamples, type Result, toResult } from '../report.ts'

/** The status alternates, so that nothing accumulates at the platform. */
const statuses = ['PAUSED', 'ACTIVE']
const requestBody = { userId: 'usr_demo_all', campaignId: '120210000000000011' }

export async function runEvents(pace: RunSettings): Promise<Result[]> {
  const folders = [createTempFolder(), createTempFolder()]
  const services: Service[] = []
  try {
    for (const [index, dataDir] of folders.entries()) {
      const hasEvents = index === 0
      await (await startWithUsers(dataDir)).stop()
      if (!hasEvents) discardEvents(dataDir)
      services.push({
        ...(await startWithUsers(dataDir)),
        name: hasEvents ? 'with events' : 'without events',
      })
    }
    const apiKeys = new Map<Target, string>(services.map((service) => [service, service.apiKey]))
    let requestCount = 0
    const samples = await runInterleaved(services, pace, (target, durationMs) =>
      measure(
        target,
        () => ({
          path: '/social/update_campaign_status',
          headers: {
            'x-api-key': apiKeys.get(target) ?? '',
            'content-type': 'application/json',
            'idempotency-key': `change-${requestCount++}`,
          },
          body: JSON.stringify({ ...requestBody, status: statuses[requestCount % 2] }),
          expectedStatus: 200,
        }),
        { durationMs, connections: pace.connections },
      ),
    )
    printSamples('A write with its event, and without', samples)
    const [withEvents = [], withoutEvents = []] = [...samples.values()]
    const measureName = 'p50 with / without'
    return applyGoals(
      [
        toResult(
          'events',
          measureName,
          '×',
          withEvents.map(({ p50Ms }, round) => p50Ms / (withoutEvents[round]?.p50Ms ?? Number.NaN)),
        ),
      ],
      [{ measure: measureName, max: 1.1 }],
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a service and waits until its demo users are linked. */
async function startWithUsers(dataDir: string): Promise<Service> {
  const service = await startService({ dataDir })
  while (!existsSync(join(dataDir, 'demo.json'))) await new Promise((resolve) => setTimeout(resolve, 50))
  return service
}

function discardEvents(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adrail.db'))
  db.exec('create trigger events_away before insert on events begin select raise(ignore); end')
  db.close()
}
