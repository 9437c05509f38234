// Test helpers for LinkedIn: a sandbox per test file, and calls with a member's token.

import { afterEach, expect } from 'vitest'
import { standingTokenText } from '../src/index.ts'
import { useSandbox } from './sandbox.ts'

/** The fields of responses that the tests read. Each response has only some of them. */
interface WireBody {
  readonly status: number
  readonly code?: string
  readonly message: string
  readonly serviceErrorCode?: number
  readonly metadata: { readonly nextPageToken?: string }
  readonly paging: {
    readonly total: number
    readonly links: { readonly rel: string; readonly href: string }[]
  }
  readonly elements: WireElement[]
  readonly results: Record<string, unknown>
  readonly errors: Record<string, unknown>
  readonly errorDetails: {
    readonly inputErrors: WireError[]
    readonly conditionalInputErrors: WireError[]
  }
}

interface WireError {
  readonly code: string
  readonly description: string
  readonly input: { readonly inputPath: { readonly fieldPath: string } }
}

interface WireElement {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly account: string
  readonly role: string
  readonly destinations: Record<string, unknown>[]
  readonly [field: string]: unknown
}

interface WireCall {
  readonly person?: string
  /** The second application, whose tokens differ. */
  readonly clientId?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Starts a sandbox and fails each test after which the sandbox logged an internal error. */
export function usePro() {
  const crashes: string[] = []
  const sandbox = useSandbox({ log: (line) => crashes.push(line) })
  afterEach(() => {
    expect(crashes.splice(0)).toEqual([])
  })
  const call = (
    path: string,
    { person = 'ada', clientId = '', headers = {}, method = 'GET', body }: WireCall = {},
  ) =>
    fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        'linkedin-version': '202609',
        'x-restli-protocol-version': '2.0.0',
        authorization: `Bearer ${standingTokenText('pro', person, 'access', clientId)}`,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const json = async (path: string, init: WireCall = {}) => {
    const response = await call(path, init)
    const text = await response.text()
    // Tests check the fields that they read.
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as WireBody }
  }
  const patch = (path: string, change: unknown, init: WireCall = {}) =>
    json(path, {
      ...init,
      method: 'POST',
      headers: { 'x-restli-method': 'PARTIAL_UPDATE', 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify(change),
    })
  const create = (path: string, entity: unknown, init: WireCall = {}) =>
    json(path, {
      ...init,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify(entity),
    })
  return { sandbox, call, json, patch, create }
}
