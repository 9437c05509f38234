// Sends requests that no HTTP client would send.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { RawResponse } from './requests.ts'

/** Connection on which a test can write any bytes. */
export interface RawConnection {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /** Returns the next complete response. An interim response (100 Continue) counts as a response. */
  readResponse(): Promise<RawResponse>
  /** Returns all remaining bytes until the server closes the connection. */
  readToEnd(): Promise<string>
  close(): void
}

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  // The client's side stays open, like that of a hostile client.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await once(socket, 'connect')
  let receivedBytes: Buffer = Buffer.alloc(0)
  let hasEnded = false
  let wake = () => {}
  const waitForChange = () => new Promise<void>((resolve) => (wake = resolve))
  socket.on('data', (bytes) => {
    receivedBytes = Buffer.concat([receivedBytes, bytes])
    wake()
  })
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      hasEnded = true
      wake()
    })

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async readResponse() {
      for (;;) {
        const parsed = parseResponse(receivedBytes)
        if (parsed) {
          receivedBytes = parsed.remaining
          return parsed.response
        }
        if (hasEnded)
          throw new Error(`The connection ended after ${JSON.stringify(receivedBytes.toString())}.`)
        await waitForChange()
      }
    },
    async readToEnd() {
      while (!hasEnded) await waitForChange()
      return receivedBytes.toString()
    },
    close: () => void socket.destroy(),
  }
}

/** Writes bytes on a new connection and returns the first response. */
export async function sendBytes(url: string, bytes: string | Buffer): Promise<RawResponse> {
  const connection = await openConnection(url)
  try {
    connection.write(bytes)
    return await connection.readResponse()
  } finally {
    connection.close()
  }
}

/** Formats a request as text, without a client that would correct it. */
export function requestText(
  line: string,
  headers: Readonly<Record<string, string | number>> = {},
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line}\r\n${lines.join('')}\r\n${body}`
}

function parseResponse(bytes: Buffer): { response: RawResponse; remaining: Buffer } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name, value.join(':').trim()]
    }),
  )
  const bodyStart = headEnd + 4
  const bodyEnd = bodyStart + Number(headers.get('content-length') ?? 0)
  if (bytes.length < bodyEnd) return undefined
  const response = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: bytes.subarray(bodyStart, bodyEnd).toString('utf8'),
  }
  return { response, remaining: bytes.subarray(bodyEnd) }
}
