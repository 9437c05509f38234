// Results of a campaign by day, compared with the previous period.

import type { Results } from '@adrail/client'
import { ask } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { errorText, warningText } from '../form/errorText.ts'
import { Chart } from '../parts/chart.tsx'
import { asked } from '../parts/filters.tsx'
import { Shown } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { daysAgo, daysIn, periodBefore } from '../words/clock.ts'
import { change, day, moment, money } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'
import type { NamedCampaign } from './campaignList.tsx'
import { Period } from './period.tsx'
import { figureNames, figures } from './reportFigures.ts'

type Report = Results<'report/get_report'>
type Row = Report['rows'][number]

export function CampaignResults({ userId, platform, campaignId }: NamedCampaign) {
  const from = asked('from') || daysAgo(28)
  const until = asked('until') || daysAgo(1)
  const earlier = periodBefore(from, until)
  const body = {
    userIds: [userId],
    platforms: [platform],
    level: 'CAMPAIGN',
    granularity: 'DAY',
    campaignIds: [campaignId],
  } as const
  const reading = useRead('report/get_report', { ...body, startDate: from, endDate: until })
  const before = useRead('report/get_report', {
    ...body,
    startDate: earlier.from,
    endDate: earlier.until,
  })
  return (
    <section class="stack" aria-label="Results">
      <div class="row fields">
        <h2>Results</h2>
        {before.results && <small>against the period before</small>}
        <Period from={from} until={until} />
      </div>
      <Shown reading={reading}>
        {(report) => (
          <Told
            report={report}
            days={daysIn(from, until)}
            before={before.results?.rows ?? []}
            daysBefore={daysIn(earlier.from, earlier.until)}
          />
        )}
      </Shown>
    </section>
  )
}

interface Compared {
  readonly report: Report
  readonly days: readonly string[]
  /** Rows of the previous period. Empty until they are loaded. */
  readonly before: readonly Row[]
  readonly daysBefore: readonly string[]
}

function Told(compared: Compared) {
  const { rows, errors, warnings = [] } = compared.report
  const [problem] = errors
  if (problem)
    return (
      <p class="note warn" role="status">
        {`${nameOf(problem.platform)} gave no figures: ${errorText(problem.error)}`}
      </p>
    )
  const [row] = rows
  if (!row) return <p class="note">Nothing was shown or spent on these days.</p>
  return (
    <>
      <Totals {...compared} currencyCode={row.currencyCode} />
      <ByDay {...compared} currencyCode={row.currencyCode} />
      <Manner rows={rows} />
      {warnings.map((warning) => (
        <p class="note warn" key={warning}>
          {warningText(warning)}
        </p>
      ))}
    </>
  )
}

type InCurrency = Compared & { readonly currencyCode: string }

function Totals({ report: { rows }, before, currencyCode }: InCurrency) {
  return (
    <dl class="tiles">
      {figureNames.map((name) => {
        const { name: label, of, write } = figures[name]
        const changed = change(of(rows), of(before))
        return (
          <Tile name={label} change={changed} key={name}>
            {write(of(rows), currencyCode) || '–'}
          </Tile>
        )
      })}
    </dl>
  )
}

/** Shows one metric at a time, with the previous period as a dashed line. */
function ByDay({ report: { rows }, days, before, daysBefore, currencyCode }: InCurrency) {
  const chosen = figureNames.find((name) => name === asked('figure')) ?? 'spend'
  const { name, of, write } = figures[chosen]
  const values = (told: readonly Row[], days: readonly string[]) =>
    days.map((day) => of(told.filter(({ date }) => date === day)))
  const written = (value: string) => write(value, currencyCode)
  return (
    <>
      <div class="row">
        <select
          class="brief"
          aria-label="The figure that is plotted"
          value={chosen}
          onChange={(event) => ask({ figure: event.currentTarget.value })}
        >
          {figureNames.map((each) => (
            <option value={each} key={each}>
              {figures[each].name}
            </option>
          ))}
        </select>
      </div>
      <Chart
        name={`${name} by day${write === money ? `, ${currencyCode}` : ''}`}
        days={days}
        series={[
          { name, colour: 'social', values: values(rows, days), write: written },
          ...(before.length === 0
            ? []
            : [
                {
                  name: 'Period before',
                  colour: 'muted',
                  dashed: true as const,
                  values: values(before, daysBefore),
                  write: written,
                },
              ]),
        ]}
      />
    </>
  )
}

/** Describes an attribution such as `META:7d_click_1d_view`. */
export function counted(attribution: string): string {
  const way = attribution.replace(/^\w+:/, '')
  const windows = [...way.matchAll(/(\d+)d_([a-z]+)/g)].map(
    ([, days, act]) => `up to ${days} ${days === '1' ? 'day' : 'days'} after a ${act}`,
  )
  return windows.join(', ') || (way === 'MIXED' ? 'in several ways' : `by ${sentence(way).toLowerCase()}`)
}

/** Shows time zone, attribution and age of the metrics. */
function Manner({ rows }: { readonly rows: readonly Row[] }) {
  const [row] = rows
  const firstOpen = rows
    .filter(({ provisional }) => provisional)
    .map(({ date = '' }) => date)
    .sort()[0]
  if (!row) return null
  return (
    <small>
      {`Days in ${row.timeZone}. Results are counted ${counted(row.attribution)}. As of ${moment(row.asOf)}.`}
      {firstOpen && ` From ${day(firstOpen)} on, the platform may still add results.`}
    </small>
  )
}
