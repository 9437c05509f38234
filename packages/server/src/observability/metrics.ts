// Prometheus metrics, served on a separate port. Only this machine reaches that port unless the operator
// changes its host.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopbackAddress, isLoopbackHost } from '../runtime/loopback.ts'
import { createServer } from '../runtime/nodeHttp.ts'
import {
  type CounterKey,
  type GaugeKey,
  type HistogramKey,
  type MetricDeclaration,
  metricTable,
} from './metricTable.ts'

/** The value of a gauge for one combination of label values. */
export interface GaugeReading {
  readonly gauge: GaugeKey
  readonly labels: readonly string[]
  readonly value: number
}

type ReadGauges = () => readonly GaugeReading[] | Promise<readonly GaugeReading[]>

/** Label values are in the order in which the table names the labels. */
export interface Metrics {
  count(counter: CounterKey, ...labels: string[]): void
  /** Exposes a counter at 0 from the start: Prometheus only sees an increase from an earlier value. */
  initializeCounter(counter: CounterKey, ...labels: string[]): void
  observe(histogram: HistogramKey, seconds: number, ...labels: string[]): void
  set(reading: GaugeReading): void
  /**
   * Reads some gauges on every scrape. If a read fails, its gauges are left out: no value is better than an
   * old one.
   */
  onScrape(readGauges: ReadGauges): void
  /** Starts serving `/metrics` and returns the port. */
  listen(host: string, port: number): Promise<number>
  render(): Promise<string>
  close(): Promise<void>
}

export function makeMetrics(): Metrics {
  // Each service has its own registry: several services can run in one process, as in tests.
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = createMetrics('counter', (options) => new Counter({ ...options, registers: [registry] }))
  const gauges = createMetrics('gauge', (options) => new Gauge({ ...options, registers: [registry] }))
  const histograms = createMetrics(
    'histogram',
    (options) => new Histogram({ ...options, registers: [registry] }),
  )
  const counterChild = cachedChildren((key, labels) => counters.get(key)?.labels(...labels))
  const histogramChild = cachedChildren((key, labels) => histograms.get(key)?.labels(...labels))
  const readers: ReadGauges[] = []
  /** Gauges that are only read on a scrape. */
  const scrapedGauges = new Set<GaugeKey>()
  let server: Server | undefined
  let pendingRead: Promise<void> | undefined

  const set = ({ gauge, labels, value }: GaugeReading) =>
    gauges
      .get(gauge)
      ?.labels(...labels)
      .set(value)
  const readAllGauges = async () => {
    const readOrEmpty = (readGauges: ReadGauges) =>
      Promise.resolve()
        .then(readGauges)
        .catch((): readonly GaugeReading[] => [])
    const readings = (await Promise.all(readers.map(readOrEmpty))).flat()
    for (const { gauge } of readings) scrapedGauges.add(gauge)
    for (const gauge of scrapedGauges) gauges.get(gauge)?.reset()
    for (const gaugeReading of readings) set(gaugeReading)
  }
  const render = async () => {
    // Concurrent scrapes share one read.
    pendingRead ??= readAllGauges().finally(() => {
      pendingRead = undefined
    })
    await pendingRead
    return await registry.metrics()
  }

  return {
    count: (counter, ...labels) => counterChild(counter, labels)?.inc(),
    initializeCounter: (counter, ...labels) => counterChild(counter, labels)?.inc(0),
    observe: (histogram, seconds, ...labels) => histogramChild(histogram, labels)?.observe(seconds),
    set,
    onScrape: (readGauges) => void readers.push(readGauges),
    render,
    async listen(host, port) {
      const isLoopback = isLoopbackAddress(host)
      const httpServer = createServer(async (request, response) => {
        response.setHeaders(new Map(Object.entries(responseHeaders)))
        if (isLoopback && !isLoopbackHost(request.headers.host ?? '')) {
          response.writeHead(421).end()
          return
        }
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        response.writeHead(200, { 'content-type': registry.contentType }).end(await render())
      })
      await new Promise<void>((resolve, reject) => {
        httpServer.once('error', reject).listen(port, host, resolve)
      })
      server = httpServer
      return (httpServer.address() as AddressInfo).port
    },
    async close() {
      registry.clear()
      const closingServer = server
      if (!closingServer) return
      closingServer.closeAllConnections()
      await new Promise((resolve) => closingServer.close(resolve))
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
function createMetrics<Metric>(
  kind: string,
  create: (options: MetricOptions) => Metric,
): ReadonlyMap<string, Metric> {
  const declarations: [string, MetricDeclaration][] = Object.entries(metricTable)
  return new Map(
    declarations
      .filter(([, declaration]) => declaration.kind === kind)
      .map(([key, { name, help, labels, buckets }]) => [
        key,
        create({ name, help, labelNames: [...labels], ...(buckets ? { buckets: [...buckets] } : {}) }),
      ]),
  )
}

/** A trie node: the metric child for the labels up to here, and the nodes for longer label lists. */
interface LabelNode<Child> {
  child?: Child
  readonly children: Map<string, LabelNode<Child>>
}

/**
 * Caches metric children by key and labels, because finding a child costs more than counting. Labels have few
 * values.
 */
function cachedChildren<Child>(findChild: (key: string, labels: readonly string[]) => Child) {
  const root: LabelNode<Child> = { children: new Map() }
  const childNode = (node: LabelNode<Child>, label: string) => {
    const existing = node.children.get(label)
    if (existing) return existing
    const created: LabelNode<Child> = { children: new Map() }
    node.children.set(label, created)
    return created
  }
  return (key: string, labels: readonly string[]): Child => {
    // The trie is walked label by label: a joined key would allocate a string per request.
    let node = childNode(root, key)
    for (const label of labels) node = childNode(node, label)
    node.child ??= findChild(key, labels)
    return node.child
  }
}
