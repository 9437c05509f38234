// How a social campaign did over a period, and against the one before.

import type { Stats } from '@adrail/client'
import { address, ask } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Field } from '../parts/field.tsx'
import { Shown } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { daysAgo, periodBefore } from '../words/clock.ts'
import { change, count, money } from '../words/figures.ts'
import { SocialWeeks } from './socialWeeks.tsx'

type Figure = 'spend' | 'reach' | 'clicks' | 'cpc' | 'conversions' | 'cost_per_conversion'

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
  const asked = { userId, campaignId, currencySymbol: '', clientCostAdjustment: { percentage: 0 } }
  const earlier = periodBefore(from, until)
  const reading = useRead('social/get_campaign_insights', { ...asked, startDate: from, endDate: until })
  const before = useRead('social/get_campaign_insights', {
    ...asked,
    startDate: earlier.from,
    endDate: earlier.until,
  }).results?.insights.stats
  const changeOf = (name: Figure, stats: Stats) => change(stats[name], before?.[name] ?? '')
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
              <Tile name="Spend" change={changeOf('spend', stats)}>
                {money(stats.spend, currencyCode) || '–'}
              </Tile>
              <Tile name="Reach" change={changeOf('reach', stats)}>
                {count(stats.reach) || '–'}
              </Tile>
              <Tile name="Clicks" change={changeOf('clicks', stats)}>
                {count(stats.clicks) || '–'}
              </Tile>
              <Tile name="Cost per click" change={changeOf('cpc', stats)}>
                {money(stats.cpc, currencyCode) || '–'}
              </Tile>
              <Tile name="Conversions" change={changeOf('conversions', stats)}>
                {count(stats.conversions) || '–'}
              </Tile>
              <Tile name="Cost per conversion" change={changeOf('cost_per_conversion', stats)}>
                {money(stats.cost_per_conversion, currencyCode) || '–'}
              </Tile>
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
