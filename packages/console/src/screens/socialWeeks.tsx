// A social campaign week by week. Each week is a report of its own at the platform, so it is asked for on demand alone.

import { address, ask } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useAsking } from '../calls/read.ts'
import { Chart } from '../parts/chart.tsx'
import { Shown } from '../parts/states.tsx'
import { daysAgo } from '../words/clock.ts'
import { count, money } from '../words/figures.ts'

const weeks = 8

export function SocialWeeks({
  userId,
  campaignId,
  currencyCode,
}: {
  readonly userId: string
  readonly campaignId: string
  readonly currencyCode: string
}) {
  const isAsked = address.value.query.has('weeks')
  const begins = Array.from({ length: weeks }, (_, index) => daysAgo(7 * (weeks - index)))
  const bodies = begins.map((startDate, index) => ({
    userId,
    campaignId,
    startDate,
    endDate: daysAgo(7 * (weeks - index) - 6),
    currencySymbol: '',
    clientCostAdjustment: { percentage: 0 },
  }))
  const reading = useAsking(
    isAsked ? `weeks ${JSON.stringify(bodies)}` : '',
    async (signal) => {
      const answers = await Promise.all(
        bodies.map((body) => client.social.get_campaign_insights(body, { signal })),
      )
      return answers.map(({ insights }) => insights.stats)
    },
    [],
  )
  if (!isAsked)
    return (
      <div>
        <button type="button" class="plain" onClick={() => ask({ weeks: String(weeks) })}>
          Show the last {weeks} weeks
        </button>
      </div>
    )
  return (
    <Shown reading={reading}>
      {(stats) => (
        <div class="columns">
          <Chart
            name="Spend by week"
            days={begins}
            series={[
              {
                name: `Spend (${currencyCode})`,
                colour: 'social',
                values: stats.map(({ spend }) => spend),
                write: (value) => money(value, currencyCode),
              },
            ]}
          />
          <Chart
            name="Clicks and conversions by week"
            days={begins}
            series={[
              { name: 'Clicks', colour: 'pro', values: stats.map(({ clicks }) => clicks), write: count },
              {
                name: 'Conversions',
                colour: 'search',
                values: stats.map(({ conversions }) => conversions),
                write: count,
              },
            ]}
          />
        </div>
      )}
    </Shown>
  )
}
