// What an operator watches, for Prometheus. Served on a port of its own, which only this machine reaches unless the operator says otherwise.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'
import {
  type CounterKey,
  type GaugeKey,
  type HistogramKey,
  type MetricDeclaration,
  metricTable,
} from './metricTable.ts'
import { createServer } from './nodeHttp.ts'

/** What a gauge shows, for one set of values of its labels. */
export interface Reading {
  readonly gauge: GaugeKey
  readonly labels: readonly string[]
  readonly value: number
}

type Read = () => readonly Reading[] | Promise<readonly Reading[]>

/** Values stand in the order in which the table names the labels. */
export interface Metrics {
  count(counter: CounterKey, ...labels: string[]): void
  /** Shows a counter from the start on, at 0: an increase is only seen from a value that was there before. */
  expect(counter: CounterKey, ...labels: string[]): void
  observe(histogram: HistogramKey, seconds: number, ...labels: string[]): void
  set(reading: Reading): void
  /** Reads some gauges whenever somebody looks. When that fails they are left out: no figure is better than an old one. */
  onScrape(read: Read): void
  /** Starts serving `/metrics` and returns the port. */
  listen(host: string, port: number): Promise<number>
  text(): Promise<string>
  close(): Promise<void>
}

export function makeMetrics(): Metrics {
  // A registry of its own: several services can run in one process, as tests do.
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = made('counter', (options) => new Counter({ ...options, registers: [registry] }))
  const gauges = made('gauge', (options) => new Gauge({ ...options, registers: [registry] }))
  const histograms = made('histogram', (options) => new Histogram({ ...options, registers: [registry] }))
  const counterOf = remembering((key, labels) => counters.get(key)?.labels(...labels))
  const timerOf = remembering((key, labels) => histograms.get(key)?.labels(...labels))
  const reads: Read[] = []
  /** Gauges that are only read when somebody looks. */
  const read = new Set<GaugeKey>()
  let server: Server | undefined
  let reading: Promise<void> | undefined

  const set = ({ gauge, labels, value }: Reading) =>
    gauges
      .get(gauge)
      ?.labels(...labels)
      .set(value)
  const readAll = async () => {
    const orNothing = (each: Read) =>
      Promise.resolve()
        .then(each)
        .catch((): readonly Reading[] => [])
    const readings = (await Promise.all(reads.map(orNothing))).flat()
    for (const { gauge } of readings) read.add(gauge)
    for (const gauge of read) gauges.get(gauge)?.reset()
    for (const each of readings) set(each)
  }
  const text = async () => {
    // Whoever looks at the same time shares what is read.
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    await reading
    return await registry.metrics()
  }

  return {
    count: (counter, ...labels) => counterOf(counter, labels)?.inc(),
    expect: (counter, ...labels) => counterOf(counter, labels)?.inc(0),
    observe: (histogram, seconds, ...labels) => timerOf(histogram, labels)?.observe(seconds),
    set,
    onScrape: (each) => void reads.push(each),
    text,
    async listen(host, port) {
      const isForThisMachine = isLoopbackAddress(host)
      const listening = createServer(async (request, response) => {
        response.setHeaders(new Map(Object.entries(responseHeaders)))
        if (isForThisMachine && !isLoopbackHost(request.headers.host ?? '')) {
          response.writeHead(421).end()
          return
        }
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        response.writeHead(200, { 'content-type': registry.contentType }).end(await text())
      })
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject).listen(port, host, resolve)
      })
      server = listening
      return (listening.address() as AddressInfo).port
    },
    async close() {
      registry.clear()
      const closing = server
      if (!closing) return
      closing.closeAllConnections()
      await new Promise((resolve) => closing.close(resolve))
    },
  }
}

/** Of every response, as at the address of the API. */
const responseHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

interface MetricOptions {
  readonly name: string
  readonly help: string
  readonly labelNames: string[]
  readonly buckets?: number[]
}

/** All metrics of a kind, by their keys. */
function made<Metric>(kind: string, make: (options: MetricOptions) => Metric): ReadonlyMap<string, Metric> {
  const declared: [string, MetricDeclaration][] = Object.entries(metricTable)
  return new Map(
    declared
      .filter(([, declaration]) => declaration.kind === kind)
      .map(([key, { name, help, labels, buckets }]) => [
        key,
        make({ name, help, labelNames: [...labels], ...(buckets ? { buckets: [...buckets] } : {}) }),
      ]),
  )
}

/** What is remembered for some labels, and for those that go on after them. */
interface Branch<Child> {
  child?: Child
  readonly after: Map<string, Branch<Child>>
}

/** Finding the child of some labels costs more than counting. All labels have few values. */
function remembering<Child>(find: (key: string, labels: readonly string[]) => Child) {
  const known: Branch<Child> = { after: new Map() }
  const next = (branch: Branch<Child>, label: string) => {
    const before = branch.after.get(label)
    if (before) return before
    const made: Branch<Child> = { after: new Map() }
    branch.after.set(label, made)
    return made
  }
  return (key: string, labels: readonly string[]): Child => {
    // Label by label: a text of all of them would be put together for every request.
    let branch = next(known, key)
    for (const label of labels) branch = next(branch, label)
    branch.child ??= find(key, labels)
    return branch.child
  }
}
