// Prometheus metrics, served on a separate port. Only this machine reaches that port unless the operator
// changes its host.

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

/** The value of a gauge for one combination of label values. */
export interface Reading {
  readonly gauge: GaugeKey
  readonly labels: readonly string[]
  readonly value: number
}

type Read = () => readonly Reading[] | Promise<readonly Reading[]>

/** Label values are in the order in which the table names the labels. */
export interface Metrics {
  count(counter: CounterKey, ...labels: string[]): void
  /** Exposes a counter at 0 from the start: Prometheus only sees an increase from an earlier value. */
  expect(counter: CounterKey, ...labels: string[]): void
  observe(histogram: HistogramKey, seconds: number, ...labels: string[]): void
  set(reading: Reading): void
  /**
   * Reads some gauges on every scrape. If a read fails, its gauges are left out: no value is better than an
   * old one.
   */
  onScrape(read: Read): void
  /** Starts serving `/metrics` and returns the port. */
  listen(host: string, port: number): Promise<number>
  text(): Promise<string>
  close(): Promise<void>
}

export function makeMetrics(): Metrics {
  // Each service has its own registry: several services can run in one process, as in tests.
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = made('counter', (options) => new Counter({ ...options, registers: [registry] }))
  const gauges = made('gauge', (options) => new Gauge({ ...options, registers: [registry] }))
  const histograms = made('histogram', (options) => new Histogram({ ...options, registers: [registry] }))
  const counterOf = remembering((key, labels) => counters.get(key)?.labels(...labels))
  const timerOf = remembering((key, labels) => histograms.get(key)?.labels(...labels))
  const reads: Read[] = []
  /** Gauges that are only read on a scrape. */
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
    // Concurrent scrapes share one read.
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

/** The headers of every response, the same as on the API's port. */
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

/** Creates all metrics of a kind, by key. */
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

/** A trie node: the metric child for the labels up to here, and the nodes for longer label lists. */
interface Branch<Child> {
  child?: Child
  readonly after: Map<string, Branch<Child>>
}

/**
 * Caches metric children by key and labels, because finding a child costs more than counting. Labels have few
 * values.
 */
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
    // The trie is walked label by label: a joined key would allocate a string per request.
    let branch = next(known, key)
    for (const label of labels) branch = next(branch, label)
    branch.child ??= find(key, labels)
    return branch.child
  }
}
