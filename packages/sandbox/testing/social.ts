// For tests of the social platform: a sandbox at a fixed hour, and calls with a person's token.

import { type Sandbox, standingTokenText, startSandbox } from '../src/index.ts'

export const noon = Date.parse('2026-11-15T12:00:00Z')

export interface Reply {
  readonly status: number
  /** Read member by member by the tests, each with the value it expects. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
  readonly body: any
  readonly headers: Headers
}

type Query = Readonly<Record<string, unknown>>

export interface SocialTest {
  readonly sandbox: Sandbox
  token(person?: string): string
  /** GET with the token in the header. Values that are not text go as JSON. */
  get(path: string, query?: Query, token?: string): Promise<Reply>
  /** POST as a form. */
  post(path: string, form?: Query, token?: string): Promise<Reply>
  delete(path: string, token?: string): Promise<Reply>
  pageToken(page?: string, person?: string): Promise<string>
  /** The newest effects, oldest first. */
  effects(): { kind: string; id: string }[]
}

export async function startSocial(): Promise<SocialTest> {
  const sandbox = await startSandbox({ clock: new Date(noon).toISOString() })
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
    post: (path, form = {}, given) => send('POST', path, given, {}, text(form)),
    delete: (path, given) => send('DELETE', path, given, {}),
    pageToken: async (page = '104500000000001', person = 'ada') => {
      const { body } = await test.get(page, { fields: 'access_token' }, token(person))
      return String(body.access_token)
    },
    effects: () => sandbox.requests.effects({ platform: 'social' }).map(({ kind, id }) => ({ kind, id })),
  }
  return test
}
