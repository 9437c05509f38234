// Results of a campaign by day, compared with the previous period.

import type { Results } from '@adrail/client'
import { updateQuery } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { formatError, formatWarning } from '../form/errorText.ts'
import { Chart } from '../parts/chart.tsx'
import { readQueryParameter } from '../parts/filters.tsx'
import { ReadView } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { daysAgo, getPreviousPeriod, listDays } from '../words/clock.ts'
import { formatChange, formatDay, formatMoney, formatTimestamp } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import { formatCode } from '../words/statuses.ts'
import type { CampaignRef } from './campaignList.tsx'
import { Period } from './period.tsx'
import { metricNames, metrics } from './reportMetrics.ts'

type Report = Results<'report/get_report'>
type Row = Report['rows'][number]

export function CampaignResults({ userId, platform, campaignId }: CampaignRef) {
  const from = readQueryParameter('from') || daysAgo(28)
  const until = readQueryParameter('until') || daysAgo(1)
  const previousPeriod = getPreviousPeriod(from, until)
  const body = {
    userIds: [userId],
    platforms: [platform],
    level: 'CAMPAIGN',
    granularity: 'DAY',
    campaignIds: [campaignId],
  } as const
  const readState = useRead('report/get_report', { ...body, startDate: from, endDate: until })
  const previousReadState = useRead('report/get_report', {
    ...body,
    startDate: previousPeriod.from,
    endDate: previousPeriod.until,
  })
  return (
    <section class="stack" aria-label="Results">
      <div class="row fields">
        <h2>Results</h2>
        {previousReadState.results && <small>compared with the previous period</small>}
        <Period from={from} until={until} />
      </div>
      <ReadView readState={readState}>
        {(report) => (
          <ReportView
            report={report}
            days={listDays(from, until)}
            previousRows={previousReadState.results?.rows ?? []}
            previousDays={listDays(previousPeriod.from, previousPeriod.until)}
          />
        )}
      </ReadView>
    </section>
  )
}

interface ReportComparison {
  readonly report: Report
  readonly days: readonly string[]
  /** Rows of the previous period. Empty until they are loaded. */
  readonly previousRows: readonly Row[]
  readonly previousDays: readonly string[]
}

function ReportView(comparison: ReportComparison) {
  const { rows, errors, warnings = [] } = comparison.report
  const [reportError] = errors
  if (reportError)
    return (
      <p class="note warn" role="status">
        {`${formatPlatform(reportError.platform)} returned no results: ${formatError(reportError.error)}`}
      </p>
    )
  const [row] = rows
  if (!row) return <p class="note">No impressions and no spend on these days.</p>
  return (
    <>
      <Totals {...comparison} currencyCode={row.currencyCode} />
      <DailyChart {...comparison} currencyCode={row.currencyCode} />
      <ReportNotes rows={rows} />
      {warnings.map((warning) => (
        <p class="note warn" key={warning}>
          {formatWarning(warning)}
        </p>
      ))}
    </>
  )
}

type ComparisonInCurrency = ReportComparison & { readonly currencyCode: string }

function Totals({ report: { rows }, previousRows, currencyCode }: ComparisonInCurrency) {
  return (
    <dl class="tiles">
      {metricNames.map((name) => {
        const { name: label, compute, format } = metrics[name]
        const changeText = formatChange(compute(rows), compute(previousRows))
        return (
          <Tile name={label} changeText={changeText} key={name}>
            {format(compute(rows), currencyCode) || '–'}
          </Tile>
        )
      })}
    </dl>
  )
}

/** Shows one metric at a time, with the previous period as a dashed line. */
function DailyChart({
  report: { rows },
  days,
  previousRows,
  previousDays,
  currencyCode,
}: ComparisonInCurrency) {
  const selectedMetric = metricNames.find((name) => name === readQueryParameter('figure')) ?? 'spend'
  const { name, compute, format } = metrics[selectedMetric]
  const computeDailyValues = (selectedRows: readonly Row[], days: readonly string[]) =>
    days.map((day) => compute(selectedRows.filter(({ date }) => date === day)))
  const formatValue = (value: string) => format(value, currencyCode)
  return (
    <>
      <div class="row">
        <select
          class="brief"
          aria-label="Metric in the chart"
          value={selectedMetric}
          onChange={(event) => updateQuery({ figure: event.currentTarget.value })}
        >
          {metricNames.map((each) => (
            <option value={each} key={each}>
              {metrics[each].name}
            </option>
          ))}
        </select>
      </div>
      <Chart
        name={`${name} by day${format === formatMoney ? `, ${currencyCode}` : ''}`}
        days={days}
        series={[
          { name, color: 'social', values: computeDailyValues(rows, days), format: formatValue },
          ...(previousRows.length === 0
            ? []
            : [
                {
                  name: 'Previous period',
                  color: 'muted',
                  dashed: true as const,
                  values: computeDailyValues(previousRows, previousDays),
                  format: formatValue,
                },
              ]),
        ]}
      />
    </>
  )
}

/** Describes an attribution such as `META:7d_click_1d_view`. */
export function describeAttribution(attribution: string): string {
  const method = attribution.replace(/^\w+:/, '')
  const windowTexts = [...method.matchAll(/(\d+)d_([a-z]+)/g)].map(
    ([, days, action]) => `up to ${days} ${days === '1' ? 'day' : 'days'} after a ${action}`,
  )
  return (
    windowTexts.join(', ') ||
    (method === 'MIXED' ? 'with several methods' : `by ${formatCode(method).toLowerCase()}`)
  )
}

/** Shows time zone, attribution and age of the metrics. */
function ReportNotes({ rows }: { readonly rows: readonly Row[] }) {
  const [row] = rows
  const firstProvisionalDay = rows
    .filter(({ provisional }) => provisional)
    .map(({ date = '' }) => date)
    .sort()[0]
  if (!row) return null
  return (
    <small>
      {`Days in ${row.timeZone}. Results are counted ${describeAttribution(row.attribution)}. As of ${formatTimestamp(row.asOf)}.`}
      {firstProvisionalDay &&
        ` The platform may still add results from ${formatDay(firstProvisionalDay)} on.`}
    </small>
  )
}
