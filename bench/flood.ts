// A crowd of callers in a process of their own: they send at a fixed rate whatever comes back, or, without a rate, as
// fast as they are answered. Says over its channel how often each status came, and how long those answers took.

import { connect, type Socket } from 'node:net'
import { quantile } from './measure.ts'

export interface Flood {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent in turn. */
  readonly questions: readonly { readonly path: string; readonly body: string }[]
  readonly connections: number
  /** Requests a second; without it every connection asks again as soon as it was answered. */
  readonly perSecond?: number
  readonly durationMs: number
}

export interface StatusStats {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What came, by status; under `lateCount`, how many a second could not be sent because every connection was waiting. */
export interface FloodReport {
  readonly byStatus: Readonly<Record<string, StatusStats>>
  /** Refusals for which it was not said when to come again. */
  readonly withoutRetryAfter: number
  /** Requests whose connection ended before an answer. */
  readonly lost: number
  readonly latePerSecond: number
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
  const requests = options.questions.map(({ path, body }) => {
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
  let lateCount = 0
  let withoutRetryAfter = 0
  let lost = 0

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
        // An answer's head always came in one piece with its first bytes; the crowd is no HTTP client.
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
    // Whoever is sent away comes again.
    socket.once('close', () => {
      const index = idleCallers.indexOf(caller)
      if (index >= 0) idleCallers.splice(index, 1)
      if (hasEnded) return
      if (caller.isWaiting) lost += 1
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
      else lateCount += 1
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
    lost,
    latePerSecond: lateCount / seconds,
  }
}

// Sent by the case that started this process, once it knows that everything is loaded.
process.once(
  'message',
  (options) =>
    void generateLoad(options as Flood).then((report) => process.send?.(report, () => process.exit(0))),
)
process.send?.('ready')
