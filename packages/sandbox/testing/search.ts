// Test helpers for Google Ads: a sandbox per test file behind a validating proxy, and calls with a person's
// token.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Sandbox, standingTokenText } from '../src/index.ts'
import { searchVariation } from '../src/platforms/search/variation.ts'
import { useSandbox } from './sandbox.ts'
import { startValidatingProxy, type ValidatingProxy } from './validatingProxy.ts'

export interface SearchTest {
  readonly sandbox: Sandbox
  /** Address of the proxy, which forwards requests to the sandbox. */
  readonly url: string
  readonly port: number
  /** Number of responses that the proxy validated. */
  checkedCount(): number
  /** Problems that the proxy found. Each test must leave none. */
  readonly problems: string[]
  send(path: string, options?: SendOptions): Promise<SearchReply>
  query(gaql: string, options?: SendOptions): Promise<SearchRow[]>
  mutate(operations: readonly unknown[], options?: SendOptions & { body?: object }): Promise<SearchReply>
  /** Fetches a picture that the sandbox draws, as base64. */
  fetchPicture(name: string): Promise<string>
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
export type SearchRow = any

export interface SearchReply {
  readonly status: number
  readonly headers: Headers
  readonly body: SearchRow
}

export const foxCustomerId = '4823109756'

/**
 * Whether a field is unknown because the sandbox's responses vary, as later versions of the platform add
 * fields.
 */
function isVariation(problem: string): boolean {
  const [, name = ''] = /\.(\w+): unknown field of /.exec(problem) ?? []
  return Object.hasOwn(searchVariation.unknownFields, name)
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
  let proxy: ValidatingProxy | undefined
  const requireProxy = () => {
    if (proxy === undefined) throw new Error('The sandbox is watched from the first test on, not before.')
    return proxy
  }
  beforeAll(async () => {
    proxy = await startValidatingProxy(sandbox.url)
  })
  afterEach(() => {
    expect(
      requireProxy()
        .problems.splice(0)
        .filter((problem) => !isVariation(problem)),
    ).toEqual([])
    expect(crashes.splice(0)).toEqual([])
  })
  afterAll(() => proxy?.close())

  const send = async (path: string, options: SendOptions = {}): Promise<SearchReply> => {
    const response = await fetch(`${search.url}${path}`, {
      method: options.body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${options.token ?? standingTokenText('search', options.person ?? 'ada')}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.login === undefined ? {} : { 'login-customer-id': options.login }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const search: SearchTest = {
    sandbox,
    get url() {
      return `http://127.0.0.1:${requireProxy().port}`
    },
    get port() {
      return requireProxy().port
    },
    get problems() {
      return requireProxy().problems
    },
    checkedCount: () => requireProxy().checkedCount(),
    send,
    async query(gaql, options = {}) {
      const path = `/v25/customers/${options.customer ?? foxCustomerId}/googleAds:search`
      const reply = await send(path, { ...options, body: { query: gaql } })
      if (reply.status !== 200) throw new Error(`${gaql}: ${JSON.stringify(reply.body)}`)
      return reply.body.results ?? []
    },
    async mutate(operations, options = {}) {
      const path = `/v25/customers/${options.customer ?? foxCustomerId}/googleAds:mutate`
      return await send(path, { ...options, body: { mutateOperations: operations, ...options.body } })
    },
    async fetchPicture(name) {
      const response = await fetch(`${sandbox.url}/_media/image/${name}`)
      return Buffer.from(await response.arrayBuffer()).toString('base64')
    },
  }
  return search
}

/**
 * Lists the errors of a refusal: `campaignError.DUPLICATE_CAMPAIGN_NAME @
 * mutate_operations[1].campaign_operation.create.name`.
 */
export function listErrors(reply: SearchReply): string[] {
  const body = Array.isArray(reply.body) ? reply.body[0] : reply.body
  const details: SearchRow[] = (body.error ?? body.partialFailureError)?.details ?? []
  const failure = details.find((detail) => String(detail['@type']).endsWith('GoogleAdsFailure'))
  return (failure?.errors ?? []).map((error: SearchRow) => {
    const [family, value] = Object.entries(error.errorCode)[0] ?? []
    const path = (error.location?.fieldPathElements ?? [])
      .map(
        (element: SearchRow) => element.fieldName + (element.index === undefined ? '' : `[${element.index}]`),
      )
      .join('.')
    return `${family}.${value}${path === '' ? '' : ` @ ${path}`}`
  })
}
