// Test helpers for Google Ads: a sandbox per test file behind a validating proxy, and calls with a person's
// token.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Sandbox, standingTokenText } from '../src/index.ts'
import { rules } from '../src/variation/rules.ts'
import { useSandbox } from './sandbox.ts'
import { type Watcher, watch } from './watcher.ts'

export interface SearchTest {
  readonly sandbox: Sandbox
  /** Address of the proxy, which forwards requests to the sandbox. */
  readonly url: string
  readonly port: number
  /** Number of responses that the proxy validated. */
  judged(): number
  /** Problems that the proxy found. Each test must leave none. */
  readonly problems: string[]
  send(path: string, options?: SendOptions): Promise<Reply>
  query(gaql: string, options?: SendOptions): Promise<Row[]>
  mutate(operations: readonly unknown[], options?: SendOptions & { body?: object }): Promise<Reply>
  /** Fetches a picture that the sandbox draws, as base64. */
  picture(name: string): Promise<string>
}

export interface SendOptions {
  readonly body?: unknown
  readonly person?: string
  readonly token?: string
  readonly customer?: string
  readonly login?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Tests name the fields that they expect. A missing field fails the comparison. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Row = any

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Row
}

export const fox = '4823109756'

/**
 * Whether a field is unknown because the sandbox's responses vary, as later versions of the platform add
 * fields.
 */
function isVariation(problem: string): boolean {
  const [, name = ''] = /\.(\w+): unknown field of /.exec(problem) ?? []
  return Object.hasOwn(rules.search.unknown, name)
}

/**
 * Starts a sandbox. After each test, the sandbox must have logged no internal error, and every response must
 * be valid.
 */
export function useSearch(): SearchTest {
  const crashes: string[] = []
  const sandbox = useSandbox({
    clock: Date.parse('2026-11-16T15:00:00Z'),
    log: (line) => crashes.push(line),
  })
  let watcher: Watcher | undefined
  const watching = () => {
    if (watcher === undefined) throw new Error('The sandbox is watched from the first test on, not before.')
    return watcher
  }
  beforeAll(async () => {
    watcher = await watch(sandbox.url)
  })
  afterEach(() => {
    expect(
      watching()
        .problems.splice(0)
        .filter((problem) => !isVariation(problem)),
    ).toEqual([])
    expect(crashes.splice(0)).toEqual([])
  })
  afterAll(() => watcher?.close())

  const send = async (path: string, wish: SendOptions = {}): Promise<Reply> => {
    const answer = await fetch(`${search.url}${path}`, {
      method: wish.body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${wish.token ?? standingTokenText('search', wish.person ?? 'ada')}`,
        ...(wish.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(wish.login === undefined ? {} : { 'login-customer-id': wish.login }),
        ...wish.headers,
      },
      ...(wish.body === undefined
        ? {}
        : { body: typeof wish.body === 'string' ? wish.body : JSON.stringify(wish.body) }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') === true
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text }
  }

  const search: SearchTest = {
    sandbox,
    get url() {
      return `http://127.0.0.1:${watching().port}`
    },
    get port() {
      return watching().port
    },
    get problems() {
      return watching().problems
    },
    judged: () => watching().judged(),
    send,
    async query(gaql, wish = {}) {
      const path = `/v25/customers/${wish.customer ?? fox}/googleAds:search`
      const reply = await send(path, { ...wish, body: { query: gaql } })
      if (reply.status !== 200) throw new Error(`${gaql}: ${JSON.stringify(reply.body)}`)
      return reply.body.results ?? []
    },
    async mutate(operations, wish = {}) {
      const path = `/v25/customers/${wish.customer ?? fox}/googleAds:mutate`
      return await send(path, { ...wish, body: { mutateOperations: operations, ...wish.body } })
    },
    async picture(name) {
      const answer = await fetch(`${sandbox.url}/_media/image/${name}`)
      return Buffer.from(await answer.arrayBuffer()).toString('base64')
    },
  }
  return search
}

/**
 * Lists the errors of a refusal: `campaignError.DUPLICATE_CAMPAIGN_NAME @
 * mutate_operations[1].campaign_operation.create.name`.
 */
export function findings(reply: Reply): string[] {
  const body = Array.isArray(reply.body) ? reply.body[0] : reply.body
  const details: Row[] = (body.error ?? body.partialFailureError)?.details ?? []
  const failure = details.find((detail) => String(detail['@type']).endsWith('GoogleAdsFailure'))
  return (failure?.errors ?? []).map((error: Row) => {
    const [family, value] = Object.entries(error.errorCode)[0] ?? []
    const path = (error.location?.fieldPathElements ?? [])
      .map((element: Row) => element.fieldName + (element.index === undefined ? '' : `[${element.index}]`))
      .join('.')
    return `${family}.${value}${path === '' ? '' : ` @ ${path}`}`
  })
}
