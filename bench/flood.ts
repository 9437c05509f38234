// Generates load in a separate process: requests at a fixed rate regardless of responses, or without a rate,
// as fast as responses arrive. Reports the number and the latency of responses by status over its channel.

import { connect, type Socket } from 'node:net'
import { quantile } from './measure.ts'

export interface Flood {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** The requests, sent in rotation. */
  readonly requests: readonly { readonly path: string; readonly body: string }[]
  readonly connections: number
  /** Requests per second. Without a rate, each connection sends its next request when a response arrives. */
  readonly perSecond?: number
  readonly durationMs: number
}

export interface StatusStats {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Responses by status, and the requests per second that had no free connection. */
export interface FloodReport {
  readonly byStatus: Readonly<Record<string, StatusStats>>
  /** Responses with status 429 or 503 that lack a retry-after header. */
  readonly withoutRetryAfter: number
  /** Requests whose connection closed before a response. */
  readonly lostCount: number
  readonly unsentPerSecond: number
}

interface CallerConnection {
  readonly socket: Socket
  isWaiting: boolean
  sentAt: number
  bytesLeft: number
}

const stepMs = 2

async function generateLoad(options: Flood): Promise<FloodReport> {
  const { hostname, port } = new URL(options.url)
  const headerLines = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = options.requests.map(({ path, body }) => {
    const length = options.method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
    return Buffer.from(
      `${options.method} ${path} HTTP/1.1\r\nhost: x\r\n${length}${headerLines.join('')}\r\n${body}`,
    )
  })
  const latencies = new Map<number, number[]>()
  const idleCallers: CallerConnection[] = []
  const isPaced = options.perSecond !== undefined
  let nextIndex = 0
  let hasEnded = false
  let unsentCount = 0
  let withoutRetryAfter = 0
  let lostCount = 0

  const send = (caller: CallerConnection) => {
    caller.isWaiting = true
    caller.sentAt = performance.now()
    caller.socket.write(requests[nextIndex++ % requests.length] ?? '')
  }
  const onResponse = (caller: CallerConnection, status: number) => {
    caller.isWaiting = false
    const samples = latencies.get(status) ?? []
    samples.push(performance.now() - caller.sentAt)
    latencies.set(status, samples)
    if (hasEnded) caller.socket.destroy()
    else if (isPaced) idleCallers.push(caller)
    else send(caller)
  }
  const openConnection = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const caller: CallerConnection = { socket, isWaiting: false, sentAt: 0, bytesLeft: 0 }
    let status = 0
    socket.on('data', (chunk) => {
      let bodyBytes = chunk.length
      if (caller.bytesLeft === 0) {
        // The head of a response arrives in one chunk with the first bytes of the body. This is no general
        // HTTP client.
        const headLength = chunk.indexOf('\r\n\r\n')
        const head = chunk.subarray(0, headLength).toString('latin1')
        status = Number(head.slice(9, 12))
        if ((status === 429 || status === 503) && !/^retry-after: \d/im.test(head)) withoutRetryAfter += 1
        caller.bytesLeft = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        bodyBytes -= headLength + 4
      }
      caller.bytesLeft -= bodyBytes
      if (caller.bytesLeft === 0) onResponse(caller, status)
    })
    socket.once('error', () => {})
    // A closed connection is replaced.
    socket.once('close', () => {
      const index = idleCallers.indexOf(caller)
      if (index >= 0) idleCallers.splice(index, 1)
      if (hasEnded) return
      if (caller.isWaiting) lostCount += 1
      openConnection()
    })
    socket.once('connect', () => (isPaced ? idleCallers.push(caller) : send(caller)))
  }
  for (let index = 0; index < options.connections; index++) openConnection()

  const startedAt = performance.now()
  let sentCount = 0
  for (let elapsedMs = 0; elapsedMs < options.durationMs; elapsedMs = performance.now() - startedAt) {
    const dueCount = isPaced ? Math.floor((elapsedMs * (options.perSecond ?? 0)) / 1000) : 0
    for (; sentCount < dueCount; sentCount++) {
      const caller = idleCallers.shift()
      if (caller) send(caller)
      else unsentCount += 1
    }
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  hasEnded = true
  const seconds = options.durationMs / 1000
  const byStatus = [...latencies].map(([status, samples]) => {
    samples.sort((a, b) => a - b)
    return [
      status,
      {
        count: samples.length,
        perSecond: samples.length / seconds,
        p50Ms: quantile(samples, 0.5),
        p99Ms: quantile(samples, 0.99),
      },
    ] as const
  })
  return {
    byStatus: Object.fromEntries(byStatus),
    withoutRetryAfter,
    lostCount,
    unsentPerSecond: unsentCount / seconds,
  }
}

// The parent sends this message after it has received the `readyCommand` message.
process.once(
  'message',
  (options) =>
    void generateLoad(options as Flood).then((report) => process.send?.(report, () => process.exit(0))),
)
process.send?.('ready')
