// Test helpers for Meta: a sandbox per test file, and calls with a person's token.

import { type Sandbox, standingTokenText } from '../src/index.ts'
import { useSandbox } from './sandbox.ts'

/** The tests read single fields, each with the value that they expect. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
export type Row = any

export interface Reply {
  readonly status: number
  readonly body: Row
  readonly headers: Headers
}

type Query = Readonly<Record<string, unknown>>

export interface SocialTest {
  readonly sandbox: Sandbox
  token(person?: string): string
  /** Sends a GET with the token in the header. Values that are not text are sent as JSON. */
  get(path: string, query?: Query, token?: string): Promise<Reply>
  /** Reads all rows of an edge, page after page, with the links of the responses. */
  all(path: string, query?: Query, token?: string): Promise<Row[]>
  /** Sends a POST with a form. */
  post(path: string, form?: Query, token?: string): Promise<Reply>
  delete(path: string, token?: string): Promise<Reply>
  pageToken(page?: string, person?: string): Promise<string>
  /** Injects a status that replaces the response. */
  fail(fault: {
    call: string
    status: number
    code?: string
    when?: 'after'
    retryAfterSeconds?: number
  }): void
  /** Lists the newest effects, oldest first. */
  effects(): { kind: string; id: string }[]
}

export function useSocial(): SocialTest {
  const sandbox = useSandbox()
  const token = (person = 'ada') => standingTokenText('social', person)
  const text = (query: Query) =>
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  const send = async (
    method: string,
    path: string,
    given: string | undefined,
    query: Query,
    body?: URLSearchParams,
  ): Promise<Reply> => {
    const asked = text(query).toString()
    const url = path.startsWith('http')
      ? path
      : `${sandbox.url}/${path.startsWith('v') && /^v\d/.test(path) ? path : `v26.0/${path}`}`
    const response = await fetch(asked === '' ? url : `${url}?${asked}`, {
      method,
      headers: given === '' ? {} : { authorization: `Bearer ${given ?? token()}` },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const test: SocialTest = {
    sandbox,
    token,
    get: (path, query = {}, given) => send('GET', path, given, query),
    all: async (path, query = {}, given) => {
      const rows: Row[] = []
      let reply = await test.get(path, query, given)
      for (;;) {
        if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
        rows.push(...reply.body.data)
        if (reply.body.paging?.next === undefined) return rows
        // The link itself contains the token.
        reply = await test.get(reply.body.paging.next, {}, '')
      }
    },
    post: (path, form = {}, given) => send('POST', path, given, {}, text(form)),
    delete: (path, given) => send('DELETE', path, given, {}),
    pageToken: async (page = '104500000000001', person = 'ada') => {
      const { body } = await test.get(page, { fields: 'access_token' }, token(person))
      return String(body.access_token)
    },
    fail: (fault) => {
      sandbox.faults.order({ platform: 'social', kind: 'status', ...fault })
    },
    effects: () => sandbox.requests.effects({ platform: 'social' }).map(({ kind, id }) => ({ kind, id })),
  }
  return test
}
