// A nightly job: writes yesterday's metrics of every active campaign of every user to a CSV file. It shows how to
// page through campaigns and how to continue after the failure of one user. `report/get_report` returns the
// metrics of all users and platforms in one call.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdrailError, createClient } from '@adrail/client'

const adrail = createClient({
  url: process.env['ADRAIL_URL'] ?? 'http://localhost:8080',
  apiKey: process.env['ADRAIL_KEY'] ?? '',
})

const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const rows: Row[] = []
const usersToRelink: string[] = []

for await (const { userId, name, connections } of adrail.pages.user.list_users()) {
  if (!connections.some(({ platform }) => platform === 'SOCIAL_A')) continue
  try {
    rows.push(...(await readMetrics(userId, name)))
  } catch (error) {
    // The report of the other users must not fail because of one disconnected account.
    if (!(error instanceof AdrailError) || error.code !== 'ACCOUNT_RELINK_REQUIRED') throw error
    usersToRelink.push(name)
  }
}

interface Row {
  readonly user: string
  readonly campaign: string
  readonly reach: number
  readonly clicks: number
  readonly spend: string
  readonly currency: string
}

async function readMetrics(userId: string, user: string): Promise<Row[]> {
  const userClient = adrail.with({ userId })
  const metrics: Row[] = []
  for await (const { id, name, currencyCode } of userClient.pages.social.get_campaigns({
    status: 'ACTIVE',
  })) {
    const { insights } = await userClient.social.get_campaign_insights({
      campaignId: id,
      startDate: yesterday,
      endDate: yesterday,
      currencySymbol: '',
      clientCostAdjustment: { percentage: 0 },
    })
    const { reach, clicks, spend } = insights.stats
    metrics.push({
      user,
      campaign: name,
      reach: Number(reach),
      clicks: Number(clicks),
      // Amounts stay text, because a number would round them.
      spend,
      currency: currencyCode,
    })
  }
  return metrics
}

const columns = ['user', 'campaign', 'reach', 'clicks', 'spend', 'currency'] as const
const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) =>
  cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','),
)
const file = join(tmpdir(), `report-${yesterday}.csv`)
await writeFile(file, `${lines.join('\r\n')}\r\n`)
console.log(`${rows.length} campaigns of ${yesterday} in ${file}`)
if (usersToRelink.length > 0) console.log(`To be linked again: ${usersToRelink.join(', ')}`)

assert(rows.length > 0, 'The demo users have running campaigns.')
for (const { reach, clicks, spend } of rows) {
  assert(Number.isInteger(reach) && Number.isInteger(clicks))
  assert.match(spend, /^\d+(\.\d+)?$/)
}
