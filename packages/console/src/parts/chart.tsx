// A chart of daily values, with a table of the same values as an alternative.

import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDay, formatShortDay } from '../words/formats.ts'
import { Table } from './table.tsx'

export interface Series {
  readonly name: string
  /** Name of a color variable, such as `social`. */
  readonly color: string
  /** Marks a series that others are compared with. */
  readonly dashed?: true
  /** One exact value per day. Empty where the value is unknown. */
  readonly values: readonly string[]
  /** Formats a value with its unit. */
  readonly format: (value: string) => string
}

export interface ChartProps {
  readonly name: string
  /** Days such as `2026-01-31`. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
}

export function Chart(props: ChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  return (
    <div class="card stack">
      <div class="row">
        <h3>{props.name}</h3>
        <button type="button" class="plain small end" onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? 'Show the chart' : 'Show the table'}
        </button>
      </div>
      {showsTable ? <ValueTable {...props} /> : <Plot {...props} />}
    </div>
  )
}

function ValueTable({ name, days, series }: ChartProps) {
  return (
    <Table
      name={name}
      rows={days.map((each, index) => ({ day: each, index }))}
      getId={({ day }) => day}
      columns={[
        { label: 'Day', cell: (row) => formatDay(row.day) },
        ...series.map(({ name, values, format }) => ({
          label: name,
          isRightAligned: true as const,
          cell: ({ index }: { readonly index: number }) => format(values[index] ?? ''),
        })),
      ]}
    />
  )
}

const height = 240

function Plot({ name, days, series }: ChartProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let plot: uPlot | undefined
    let isUnmounted = false
    const resizeObserver = new ResizeObserver(([entry]) =>
      plot?.setSize({ width: entry?.contentRect.width ?? 0, height }),
    )
    // Lazy-loaded, because the library is larger than the rest of the console.
    void import('uplot').then(({ default: Plotter }) => {
      // By now, the component may show other values or be unmounted.
      if (isUnmounted || !container.current) return
      const width = container.current.clientWidth
      plot = new Plotter(
        { width, height, ...toPlotOptions(series) },
        toPlotData(days, series),
        container.current,
      )
      resizeObserver.observe(container.current)
    })
    return () => {
      isUnmounted = true
      resizeObserver.disconnect()
      plot?.destroy()
    }
  }, [days.join(), JSON.stringify(series)])
  return (
    <div
      class="chart"
      ref={container}
      role="img"
      aria-label={`${name}. To see the values, select “Show the table”.`}
    />
  )
}

function toPlotOptions(series: readonly Series[]): Omit<uPlot.Options, 'width' | 'height'> {
  const readColor = (role: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${role}`)
  const axis = {
    stroke: readColor('muted'),
    grid: { stroke: readColor('line'), width: 1 },
    ticks: { stroke: readColor('line'), width: 1 },
  }
  return {
    // Days belong to the calendar of the ad account, so the reader's time zone must not shift them.
    tzDate: (seconds) => toUtcDisplayDate(seconds),
    // A dash is longer than the side of the small marker, so the marker is dotted.
    legend: { markers: { dash: (_plot, index) => (series[index - 1]?.dashed ? 'dotted' : 'solid') } },
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      { ...axis, values: (_plot, days) => days.map((seconds) => formatShortDay(new Date(seconds * 1000))) },
      { ...axis, size: 64 },
    ],
    series: [
      { label: 'Day', value: (_plot, seconds) => (seconds === null ? '–' : formatDay(toDay(seconds))) },
      ...series.map(({ name, color: role, dashed, values, format }) => ({
        label: name,
        stroke: readColor(role),
        ...(dashed ? { dash: [4, 4] } : {}),
        width: 2,
        points: { show: true, size: 6 },
        value: (_plot: uPlot, _value: number, _series: number, index: number | null) =>
          index === null ? '–' : format(values[index] ?? ''),
      })),
    ],
  }
}

/** Values become numbers only for drawing. The displayed values are the exact texts. */
function toPlotData(days: readonly string[], series: readonly Series[]): uPlot.AlignedData {
  const times = days.map((each) => Date.parse(`${each}T00:00:00Z`) / 1000)
  return [times, ...series.map(({ values }) => values.map((value) => (value === '' ? null : Number(value))))]
}

function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

function toUtcDisplayDate(seconds: number): Date {
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000)
}
