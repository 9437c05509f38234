// What a program gains over the vendors' own clients when the platforms are 50 ms away: a campaign that is really made,
// through the journal, against one call for each of its resources; and figures against one call for each object.

import { googleAdsNode, metaBusinessSdk } from '@adrail/sandbox/vendors'
import { leastCampaign } from '@adrail/server/testing/searchCampaign'
import { calmRounds } from '../calm.ts'
import type { Service, Target } from '../measure.ts'
import { startLinked } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'

const awayMs = 50
const campaignId = '120210000000000011'

export async function runSdk(rounds: number): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('sdk', started, awayMs)
    const platformUrl = started[0]?.url ?? ''
    started.push(service)
    const makeWithSdk = googleAdsNode(platformUrl)
    const readWithSdk = metaBusinessSdk(platformUrl)
    const today = new Date().toISOString().slice(0, 10)
    const since = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
    const make = (name: string) =>
      ask(service, 'search/create_search_campaign', leastCampaign('usr_demo_all', name))
    const read = () =>
      ask(service, 'social/get_campaign_insights', {
        userId: 'usr_demo_all',
        campaignId,
        startDate: since,
        endDate: today,
        currencySymbol: '€',
        clientCostAdjustment: { percentage: 0 },
      })

    const compare = async (round: number) => ({
      made: (await timed(() => make(`Ours ${round}`))) / (await timed(() => makeWithSdk(`Sdk ${round}`))),
      seen: (await timed(read)) / (await timed(() => readWithSdk(campaignId, { since, until: today }))),
    })
    // The first round is for connections and code.
    await compare(-1)
    const ratios = await calmRounds(rounds, compare)
    const names = {
      make: 'least campaign made / google-ads-node call by call',
      read: "insights / Meta's SDK level by level",
    }
    return judge(
      [
        resultOf(
          'sdk',
          names.make,
          '×',
          ratios.map(({ made }) => made),
        ),
        resultOf(
          'sdk',
          names.read,
          '×',
          ratios.map(({ seen }) => seen),
        ),
      ],
      [
        { measure: names.make, atMost: 0.31 },
        { measure: names.read, atMost: 0.07 },
      ],
    )
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function ask({ url, apiKey }: Service, operation: string, body: object): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!text.includes('"success":true,"requestId"') || text.includes('"results":{"success":false'))
    throw new Error(`${operation} answered ${answer.status}: ${text.slice(0, 500)}`)
}

/** Nothing is prepared: everything is the sandbox's own answer. */
export const platform = { answer: () => undefined }
