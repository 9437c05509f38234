// For tests: requests that no HTTP client would send.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from './requests.ts'

/** A connection on which a test writes what it likes. */
export interface Connection {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /** The next answer, whole. Interim answers (100 Continue) are answers of their own. */
  answer(): Promise<Answer>
  /** Everything that still comes, until the server closes the connection. */
  rest(): Promise<string>
  close(): void
}

export async function open(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  // The client's side stays open, as a client's does that wants to be a burden.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let ended = false
  let wake = () => {}
  const changed = () => new Promise<void>((resolve) => (wake = resolve))
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    wake()
  })
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      ended = true
      wake()
    })

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async answer() {
      for (;;) {
        const parsed = parseAnswer(received)
        if (parsed) {
          received = parsed.rest
          return parsed.answer
        }
        if (ended) throw new Error(`The connection ended after ${JSON.stringify(received.toString())}.`)
        await changed()
      }
    },
    async rest() {
      while (!ended) await changed()
      return received.toString()
    },
    close: () => void socket.destroy(),
  }
}

/** Writes bytes on a new connection and returns the first answer. */
export async function sendBytes(url: string, bytes: string | Buffer): Promise<Answer> {
  const connection = await open(url)
  try {
    connection.write(bytes)
    return await connection.answer()
  } finally {
    connection.close()
  }
}

/** A request as text: no client in between that would correct it. */
export function requestText(
  line: string,
  headers: Readonly<Record<string, string | number>> = {},
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line}\r\n${lines.join('')}\r\n${body}`
}

function parseAnswer(bytes: Buffer): { answer: Answer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name, value.join(':').trim()]
    }),
  )
  const from = end + 4
  const to = from + Number(headers.get('content-length') ?? 0)
  if (bytes.length < to) return undefined
  const answer = {
    status: Number(first.split(' ')[1]),
    headers,
    text: bytes.subarray(from, to).toString('utf8'),
  }
  return { answer, rest: bytes.subarray(to) }
}
