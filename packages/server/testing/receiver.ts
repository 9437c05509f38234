// A receiver of events, as a maker would run one: it keeps what came and answers as the test wants.

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

/** A status to answer with, or headers besides; `never` keeps the sender waiting, `cut` breaks the connection. */
export type ReceiverReply =
  | number
  | {
      readonly status: number
      readonly headers: Record<string, string>
      readonly body?: string
      /** The body begins, and nothing comes after that. */
      readonly endless?: true
    }
  | 'never'
  | 'cut'

export interface Receiver {
  readonly url: string
  readonly received: ReceivedMessage[]
  /** What came to one path. */
  messagesAt(path: string): ReceivedMessage[]
  /** How messages are answered from now on. */
  respond: (received: ReceivedMessage) => ReceiverReply | Promise<ReceiverReply>
  /** Breaks the connections of those that are kept waiting. */
  closeConnections(): void
}

/** One receiver for all tests of a file; each uses paths of its own. */
export function useReceiver(): Receiver {
  const receiver = {
    url: '',
    received: [] as ReceivedMessage[],
    messagesAt: (path: string) => receiver.received.filter((message) => message.path === path),
    respond: (_: ReceivedMessage): ReceiverReply | Promise<ReceiverReply> => 204,
    closeConnections: () => server.closeAllConnections(),
  }
  const server = createServer(async (request, response) => {
    const received = await readMessage(request)
    receiver.received.push(received)
    const reply = await receiver.respond(received)
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
    // It listens on a port, not on a pipe.
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
  // Node joins what comes several times, for all the headers that are looked at here.
  const headers = request.headers as Record<string, string>
  const { type, data } = JSON.parse(body)
  return { path: request.url ?? '', id: headers['webhook-id'] ?? '', headers, body, type, data }
}

/** Checks a message with the library of the standard's authors; it throws when the message is not as it should be. */
export function verifyWithStandardLibrary({ body, headers }: ReceivedMessage, secret: string): void {
  new Webhook(secret).verify(body, { ...headers })
}
