// The gain over the vendors' SDKs with a platform latency of 50 ms: creating a campaign through the journal,
// compared with one call per resource, and reading metrics, compared with one call per object.

import { googleAdsNode, metaBusinessSdk } from '@adrail/sandbox/testing'
import { minimalSearchCampaign } from '@adrail/server/testing'
import type { Service, Target } from '../measure.ts'
import { startServiceWithAccounts } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Result, toResult } from '../report.ts'

const latencyMs = 50
const campaignId = '120210000000000011'

export async function runSdk(rounds: number): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startServiceWithAccounts('sdk', startedTargets, latencyMs)
    const platformUrl = startedTargets[0]?.url ?? ''
    startedTargets.push(service)
    const createWithSdk = googleAdsNode(platformUrl)
    const readWithSdk = metaBusinessSdk(platformUrl)
    const today = new Date().toISOString().slice(0, 10)
    const since = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
    const createCampaign = (name: string) =>
      callService(service, 'search/create_search_campaign', minimalSearchCampaign('usr_demo_all', name))
    const readInsights = () =>
      callService(service, 'social/get_campaign_insights', {
        userId: 'usr_demo_all',
        campaignId,
        startDate: since,
        endDate: today,
        currencySymbol: '€',
        clientCostAdjustment: { percentage: 0 },
      })

    const compare = async (round: number) => ({
      createRatio:
        (await measureMs(() => createCampaign(`Ours ${round}`))) /
        (await measureMs(() => createWithSdk(`Sdk ${round}`))),
      readRatio:
        (await measureMs(readInsights)) /
        (await measureMs(() => readWithSdk(campaignId, { since, until: today }))),
    })
    // The first round opens connections and warms up the code.
    await compare(-1)
    const ratios = await runQuietRounds(rounds, compare)
    const names = {
      create: 'least campaign made / google-ads-node call by call',
      read: "insights / Meta's SDK level by level",
    }
    return applyGoals(
      [
        toResult(
          'sdk',
          names.create,
          '×',
          ratios.map(({ createRatio }) => createRatio),
        ),
        toResult(
          'sdk',
          names.read,
          '×',
          ratios.map(({ readRatio }) => readRatio),
        ),
      ],
      [
        // Three of nine round trips, because adrail reads the status back after it activates the campaign.
        { measure: names.create, max: 0.4 },
        { measure: names.read, max: 0.07 },
      ],
    )
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function callService({ url, apiKey }: Service, operation: string, body: object): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const response = await fetch(`${url}/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!text.includes('"success":true,"requestId"') || text.includes('"results":{"success":false'))
    throw new Error(`${operation} answered ${response.status}: ${text.slice(0, 500)}`)
}

/** The case prepares no response, so the sandbox serves all calls. */
export const platform = { respond: () => undefined }
