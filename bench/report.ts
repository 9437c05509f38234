// Prints results as tables and builds them for JSON: every ratio with its spread over the rounds, and its
// goal.

import { quantile, type Sample } from './measure.ts'

export interface Result {
  readonly case: string
  readonly measure: string
  /** The median over the rounds. */
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit: string
  readonly goal?: string
  readonly met?: boolean
}

export interface Goal {
  readonly measure: string
  readonly max?: number
  readonly min?: number
  /** The number of connections to which the goal applies. Absent when it applies to any number. */
  readonly connections?: number
}

export function toResult(caseName: string, measure: string, unit: string, values: readonly number[]): Result {
  const sortedValues = [...values].sort((a, b) => a - b)
  return {
    case: caseName,
    measure,
    value: quantile(sortedValues, 0.5),
    min: sortedValues[0] ?? Number.NaN,
    max: sortedValues.at(-1) ?? Number.NaN,
    unit,
  }
}

/** Compares the service with a baseline, round by round. */
export function compareToBaseline(
  caseName: string,
  baseline: string,
  samples: ReadonlyMap<string, readonly Sample[]>,
): Result[] {
  const serviceSamples = samples.get('service') ?? []
  const baselineSamples = samples.get(baseline) ?? []
  const toRatio = (label: string, field: keyof Sample) =>
    toResult(
      caseName,
      `${label} / ${baseline}`,
      '×',
      serviceSamples.map((sample, round) => sample[field] / (baselineSamples[round]?.[field] ?? Number.NaN)),
    )
  return [
    toRatio('CPU', 'cpuMicros'),
    toRatio('throughput', 'perSecond'),
    toRatio('p50', 'p50Ms'),
    toRatio('RSS', 'rssMiB'),
  ]
}

export function applyGoals(results: readonly Result[], goals: readonly Goal[]): Result[] {
  return results.map((result) => {
    const goal = goals.find(({ measure }) => measure === result.measure)
    if (!goal) return result
    const { max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY } = goal
    return {
      ...result,
      goal: goal.max === undefined ? `≥ ${min}` : `≤ ${max}`,
      met: result.value <= max && result.value >= min,
    }
  })
}

export function printSamples(title: string, samples: ReadonlyMap<string, readonly Sample[]>): void {
  const median = (roundSamples: readonly Sample[], field: keyof Sample) =>
    quantile(
      roundSamples.map((sample) => sample[field]).sort((a, b) => a - b),
      0.5,
    )
  const rows = [...samples].map(([name, roundSamples]) => [
    name,
    median(roundSamples, 'cpuMicros').toFixed(1),
    median(roundSamples, 'perSecond').toFixed(0),
    median(roundSamples, 'p50Ms').toFixed(2),
    median(roundSamples, 'p99Ms').toFixed(2),
    median(roundSamples, 'rssMiB').toFixed(0),
  ])
  console.log(`\n${title}`)
  printTable([['', 'CPU µs/request', 'requests/s', 'p50 ms', 'p99 ms', 'RSS MiB'], ...rows])
}

export function printResults(results: readonly Result[]): void {
  console.log('\nRatios and times: median over the rounds (least to most)')
  printTable([
    ['case', 'measure', 'median', 'spread', 'goal', ''],
    ...results.map((result) => [
      result.case,
      result.measure,
      `${formatNumber(result.value)} ${result.unit}`,
      `${formatNumber(result.min)} to ${formatNumber(result.max)}`,
      result.goal ?? '',
      result.met === undefined ? '' : result.met ? 'met' : 'MISSED',
    ]),
  ])
}

function formatNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd()}`,
    )
}
