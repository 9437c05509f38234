// Webhook receiver that records messages and responds as the test specifies.

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll } from 'vitest'

export interface ReceivedMessage {
  readonly path: string
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Response status, or status and headers. `never` leaves the sender waiting, `cut` breaks the connection. */
export type ReceiverReply =
  | number
  | {
      readonly status: number
      readonly headers: Record<string, string>
      readonly body?: string
      /** The body begins but never ends. */
      readonly endless?: true
    }
  | 'never'
  | 'cut'

export interface Receiver {
  readonly url: string
  readonly received: ReceivedMessage[]
  /** Returns the messages that arrived at the path. */
  messagesAt(path: string): ReceivedMessage[]
  /** Determines the responses to all further messages. */
  respond: (received: ReceivedMessage) => ReceiverReply | Promise<ReceiverReply>
  /** Breaks all open connections. */
  closeConnections(): void
}

/** One receiver for all tests of a file. Each test uses its own paths. */
export function useReceiver(): Receiver {
  const receiver = {
    url: '',
    received: [] as ReceivedMessage[],
    messagesAt: (path: string) => receiver.received.filter((message) => message.path === path),
    respond: (_: ReceivedMessage): ReceiverReply | Promise<ReceiverReply> => 204,
    closeConnections: () => server.closeAllConnections(),
  }
  const server = createServer(async (request, response) => {
    const message = await readMessage(request)
    receiver.received.push(message)
    const reply = await receiver.respond(message)
    if (reply === 'never') return
    if (reply === 'cut') return void request.socket.destroy()
    if (typeof reply === 'number') return void response.writeHead(reply).end()
    const { status, headers, body = '', endless = false } = reply
    response.writeHead(status, headers).write(body)
    if (!endless) response.end()
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // The server listens on a TCP port, so the address is an object.
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

async function readMessage(request: IncomingMessage): Promise<ReceivedMessage> {
  const body = await text(request)
  // Node joins repeated values of all headers that tests read.
  const headers = request.headers as Record<string, string>
  const { type, data } = JSON.parse(body)
  return { path: request.url ?? '', id: headers['webhook-id'] ?? '', headers, body, type, data }
}

/** Verifies a message with the Standard Webhooks reference library. Throws when the message is invalid. */
export function verifyWithStandardLibrary({ body, headers }: ReceivedMessage, secret: string): void {
  new Webhook(secret).verify(body, { ...headers })
}
