// Test helpers for Meta: a sandbox per test file, and calls with a person's token.

import { type Sandbox, standingTokenText } from '../src/index.ts'
import { useSandbox } from './sandbox.ts'

/** The tests read single fields, each with the value that they expect. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
export type SocialRow = any

export interface SocialReply {
  readonly status: number
  readonly body: SocialRow
  readonly headers: Headers
}

type Query = Readonly<Record<string, unknown>>

export interface SocialTest {
  readonly sandbox: Sandbox
  token(person?: string): string
  /** Sends a GET with the token in the header. Values that are not text are sent as JSON. */
  get(path: string, query?: Query, token?: string): Promise<SocialReply>
  /** Reads all rows of an edge, page after page, with the links of the responses. */
  all(path: string, query?: Query, token?: string): Promise<SocialRow[]>
  /** Sends a POST with a form. */
  post(path: string, form?: Query, token?: string): Promise<SocialReply>
  delete(path: string, token?: string): Promise<SocialReply>
  pageToken(page?: string, person?: string): Promise<string>
  /** Injects a status that replaces the response. */
  orderFailure(fault: {
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
  const toQuery = (query: Query) =>
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  const send = async (
    method: string,
    path: string,
    explicitToken: string | undefined,
    query: Query,
    body?: URLSearchParams,
  ): Promise<SocialReply> => {
    const queryText = toQuery(query).toString()
    const url = path.startsWith('http')
      ? path
      : `${sandbox.url}/${path.startsWith('v') && /^v\d/.test(path) ? path : `v26.0/${path}`}`
    const response = await fetch(queryText === '' ? url : `${url}?${queryText}`, {
      method,
      headers: explicitToken === '' ? {} : { authorization: `Bearer ${explicitToken ?? token()}` },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const test: SocialTest = {
    sandbox,
    token,
    get: (path, query = {}, explicitToken) => send('GET', path, explicitToken, query),
    all: async (path, query = {}, explicitToken) => {
      const rows: SocialRow[] = []
      let reply = await test.get(path, query, explicitToken)
      for (;;) {
        if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
        rows.push(...reply.body.data)
        if (reply.body.paging?.next === undefined) return rows
        // The link itself contains the token.
        reply = await test.get(reply.body.paging.next, {}, '')
      }
    },
    post: (path, form = {}, explicitToken) => send('POST', path, explicitToken, {}, toQuery(form)),
    delete: (path, explicitToken) => send('DELETE', path, explicitToken, {}),
    pageToken: async (page = '104500000000001', person = 'ada') => {
      const { body } = await test.get(page, { fields: 'access_token' }, token(person))
      return String(body.access_token)
    },
    orderFailure: (fault) => {
      sandbox.faults.order({ platform: 'social', kind: 'status', ...fault })
    },
    effects: () => sandbox.requests.effects({ platform: 'social' }).map(({ kind, id }) => ({ kind, id })),
  }
  return test
}
