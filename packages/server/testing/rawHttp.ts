// For tests: requests that no HTTP client would send, and what must be true of every answer.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  declarationOf,
  type Envelope,
  type ErrorCode,
  errors,
  type Failure,
  failure,
  type OperationName,
} from '@adrail/contract'
import { expect } from 'vitest'
import { z } from 'zod'
import { insertUser } from '../src/store/users.ts'
import type { TestService } from './service.ts'

/** An answer as it came, from whichever client. */
export interface Answer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export async function answerOf(given: Response | Promise<Response>): Promise<Answer> {
  const response = await given
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

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
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  const from = end + 4
  const to = from + Number(headers['content-length'] ?? 0)
  if (bytes.length < to) return undefined
  const answer = {
    status: Number(first.split(' ')[1]),
    headers,
    text: bytes.subarray(from, to).toString('utf8'),
  }
  return { answer, rest: bytes.subarray(to) }
}

/** What holds for every answer, whatever its status. */
export function expectEnvelope(answer: Answer): Envelope {
  const { status, headers, text } = answer
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'adrail-version': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const envelope = JSON.parse(text) as Envelope
  expect(Object.keys(envelope)).toEqual(['success', 'requestId', 'results'])
  expect(envelope.success).toBe(status === 200)
  expect(envelope.requestId).toMatch(/^req_[0-9a-z]{26}$/)
  expect(envelope.requestId).toBe(headers['x-request-id'])
  expect(envelope.results.success).toBeTypeOf('boolean')
  expect(envelope.results.error).toBeTypeOf('string')
  return envelope
}

/** What holds for every failure: the table's status, a sentence, and no member of a payload. */
export function expectFailure(answer: Answer, code: ErrorCode): Failure {
  const { results } = expectEnvelope(answer)
  expect(results['code'], answer.text).toBe(code)
  expect(answer.status).toBe(errors[code].status)
  const told = failure.strict().parse(results)
  expect(told.retryable).toBe(errors[code].retryable)
  // A sentence: it begins, it ends, nothing in it was left to be filled in, and it does not run on.
  expect(told.error).toMatch(/^\S.{8,300}\.$/)
  // In quotes stand names that the caller sent.
  expect(told.error.replace(/".*"/, '')).not.toMatch(/\{[a-z]+\}|undefined|\[object|Error:|node:|\.ts\b| {2}/)
  return told
}

/** A success whose results are exactly what the operation declares. */
export function expectSuccess<Name extends OperationName>(operation: Name, answer: Answer) {
  const { results } = expectEnvelope(answer)
  expect(answer.status, answer.text).toBe(200)
  const declared = declarationOf(operation).results.extend({ success: z.literal(true), error: z.literal('') })
  expect(declared.strict().parse(results)).toEqual(results)
  return results
}

/** An answer without what differs from request to request, for comparing answers byte for byte. */
export function withoutRequest(answer: Answer): Answer {
  const requestId = answer.headers['x-request-id'] ?? ''
  const { date: _date, ratelimit: _ratelimit, ...headers } = answer.headers
  return {
    status: answer.status,
    headers: { ...headers, 'x-request-id': 'req_' },
    text: answer.text.replaceAll(requestId, 'req_'),
  }
}

/** Gives the test's workspace the users that the contract's examples speak of. */
export async function addExampleUsers(service: TestService): Promise<void> {
  for (const which of ['all', 'one', 'none'])
    await insertUser(service.app.store.db, {
      workspace_id: service.workspaceId,
      id: `usr_demo_${which}`,
      name: `Demo ${which}`,
      email: '',
      external_id: `demo-${which}`,
      created_at: service.clock.now(),
    })
}
