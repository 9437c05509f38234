// How a social campaign did over a period.

import { address, ask } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Field } from '../parts/field.tsx'
import { Shown } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { daysAgo } from '../words/clock.ts'
import { count, money } from '../words/figures.ts'
import { SocialWeeks } from './socialWeeks.tsx'

export function SocialInsights({
  userId,
  campaignId,
  currencyCode,
}: {
  readonly userId: string
  readonly campaignId: string
  readonly currencyCode: string
}) {
  const { query } = address.value
  const from = query.get('from') ?? daysAgo(28)
  const until = query.get('until') ?? daysAgo(1)
  const reading = useRead('social/get_campaign_insights', {
    userId,
    campaignId,
    startDate: from,
    endDate: until,
    currencySymbol: '',
    clientCostAdjustment: { percentage: 0 },
  })
  return (
    <section class="stack" aria-label="Results">
      <div class="row fields">
        <h2>Results</h2>
        <span class="row end">
          <Field label="From">
            {(props) => (
              <input
                {...props}
                type="date"
                value={from}
                max={until}
                onChange={(event) => ask({ from: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label="Until">
            {(props) => (
              <input
                {...props}
                type="date"
                value={until}
                min={from}
                onChange={(event) => ask({ until: event.currentTarget.value })}
              />
            )}
          </Field>
        </span>
      </div>
      <Shown reading={reading}>
        {({ insights: { stats }, warnings = [] }) => (
          <>
            <dl class="tiles">
              <Tile name="Spend">{money(stats.spend, currencyCode) || '–'}</Tile>
              <Tile name="Reach">{count(stats.reach) || '–'}</Tile>
              <Tile name="Clicks">{count(stats.clicks) || '–'}</Tile>
              <Tile name="Cost per click">{money(stats.cpc, currencyCode) || '–'}</Tile>
              <Tile name="Conversions">{count(stats.conversions) || '–'}</Tile>
              <Tile name="Cost per conversion">{money(stats.cost_per_conversion, currencyCode) || '–'}</Tile>
            </dl>
            {warnings.map((warning) => (
              <p class="note warn" key={warning}>
                {warning}
              </p>
            ))}
          </>
        )}
      </Shown>
      <SocialWeeks userId={userId} campaignId={campaignId} currencyCode={currencyCode} />
    </section>
  )
}
