// For tests of the console without a browser: sends what one would send.

import { expect } from 'vitest'
import type { TestService } from './service.ts'

export interface SignedInBrowser {
  readonly cookie: string
  readonly pageToken: string
}

type Headers = Readonly<Record<string, string>>

/** A browser that has just signed in, by the id of its session. */
export async function ofNewSession(service: TestService): Promise<{ sessionId: string }> {
  const { signIn, sessionOf } = consoleOf(service)
  const { sessionId } = await sessionOf((await signIn()).cookie)
  return { sessionId }
}

export function consoleOf(service: TestService) {
  /** What a browser sends with a request of a page of the service. */
  const ownHeaders = () => ({ origin: service.url, 'sec-fetch-site': 'same-origin' })

  async function post(path: string, body: unknown, headers: Headers = ownHeaders()) {
    const response = await service.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { results } = JSON.parse(await response.text())
    return { status: response.status, headers: response.headers, results }
  }

  async function sessionOf(cookie: string) {
    const response = await service.send('/console/session', { headers: { cookie } })
    return JSON.parse(await response.text()).results
  }

  return {
    ownHeaders,
    post,
    sessionOf,
    async signIn(apiKey = service.apiKey, cookie = ''): Promise<SignedInBrowser> {
      const answer = await post('/console/session', { apiKey }, { ...ownHeaders(), cookie })
      expect(answer.status).toBe(200)
      const [set = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
      return { cookie: set, pageToken: (await sessionOf(set)).pageToken }
    },
    /** Enters the key of the session again. */
    prove({ cookie, pageToken }: SignedInBrowser, given: object = { apiKey: service.apiKey }) {
      return post('/console/session/proof', given, { ...ownHeaders(), cookie, 'x-adrail-page': pageToken })
    },
    /** Calls an operation as a page does. */
    call({ cookie, pageToken }: SignedInBrowser, operation: string, body: unknown, headers: Headers = {}) {
      const carried = { ...ownHeaders(), cookie, 'x-adrail-page': pageToken, ...headers }
      return post(`/console/api/${operation}`, body, carried)
    },
  }
}
