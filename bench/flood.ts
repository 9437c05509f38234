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

export interface Answers {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What came, by status; under `late`, how many a second could not be sent because every connection was waiting. */
export interface FloodReport {
  readonly byStatus: Readonly<Record<string, Answers>>
  /** Refusals for which it was not said when to come again. */
  readonly withoutRetryAfter: number
  /** Requests whose connection ended before an answer. */
  readonly lost: number
  readonly latePerSecond: number
}

interface Caller {
  readonly socket: Socket
  isWaiting: boolean
  sentAt: number
  left: number
}

const stepMs = 2

async function flood(given: Flood): Promise<FloodReport> {
  const { hostname, port } = new URL(given.url)
  const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = given.questions.map(({ path, body }) => {
    const length = given.method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
    return Buffer.from(`${given.method} ${path} HTTP/1.1\r\nhost: x\r\n${length}${lines.join('')}\r\n${body}`)
  })
  const latencies = new Map<number, number[]>()
  const free: Caller[] = []
  const isPaced = given.perSecond !== undefined
  let turn = 0
  let isOver = false
  let late = 0
  let withoutRetryAfter = 0
  let lost = 0

  const send = (caller: Caller) => {
    caller.isWaiting = true
    caller.sentAt = performance.now()
    caller.socket.write(requests[turn++ % requests.length] ?? '')
  }
  const answered = (caller: Caller, status: number) => {
    caller.isWaiting = false
    const of = latencies.get(status) ?? []
    of.push(performance.now() - caller.sentAt)
    latencies.set(status, of)
    if (isOver) caller.socket.destroy()
    else if (isPaced) free.push(caller)
    else send(caller)
  }
  const join = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const caller: Caller = { socket, isWaiting: false, sentAt: 0, left: 0 }
    let status = 0
    socket.on('data', (chunk) => {
      let rest = chunk.length
      if (caller.left === 0) {
        // An answer's head always came in one piece with its first bytes; the crowd is no HTTP client.
        const end = chunk.indexOf('\r\n\r\n')
        const head = chunk.subarray(0, end).toString('latin1')
        status = Number(head.slice(9, 12))
        if ((status === 429 || status === 503) && !/^retry-after: \d/im.test(head)) withoutRetryAfter += 1
        caller.left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        rest -= end + 4
      }
      caller.left -= rest
      if (caller.left === 0) answered(caller, status)
    })
    socket.once('error', () => {})
    // Whoever is sent away comes again.
    socket.once('close', () => {
      const index = free.indexOf(caller)
      if (index >= 0) free.splice(index, 1)
      if (isOver) return
      if (caller.isWaiting) lost += 1
      join()
    })
    socket.once('connect', () => (isPaced ? free.push(caller) : send(caller)))
  }
  for (let index = 0; index < given.connections; index++) join()

  const startedAt = performance.now()
  let sent = 0
  for (let passed = 0; passed < given.durationMs; passed = performance.now() - startedAt) {
    const due = isPaced ? Math.floor((passed * (given.perSecond ?? 0)) / 1000) : 0
    for (; sent < due; sent++) {
      const caller = free.shift()
      if (caller) send(caller)
      else late += 1
    }
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  isOver = true
  const seconds = given.durationMs / 1000
  const byStatus = [...latencies].map(([status, of]) => {
    of.sort((a, b) => a - b)
    return [
      status,
      {
        count: of.length,
        perSecond: of.length / seconds,
        p50Ms: quantile(of, 0.5),
        p99Ms: quantile(of, 0.99),
      },
    ] as const
  })
  return { byStatus: Object.fromEntries(byStatus), withoutRetryAfter, lost, latePerSecond: late / seconds }
}

// Sent by the case that started this process, once it knows that everything is loaded.
process.once(
  'message',
  (given) => void flood(given as Flood).then((report) => process.send?.(report, () => process.exit(0))),
)
process.send?.('ready')
