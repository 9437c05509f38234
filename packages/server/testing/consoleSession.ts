// Sends the requests of the console's pages without a browser.

import { expect } from 'vitest'
import type { TestService } from './service.ts'

export interface SignedInBrowser {
  readonly cookie: string
  readonly pageToken: string
}

type Headers = Readonly<Record<string, string>>

/** Signs in and returns the id of the new session. */
export async function newSessionBody(service: TestService): Promise<{ sessionId: string }> {
  const { signIn, sessionOf } = createConsoleClient(service)
  const { sessionId } = await sessionOf((await signIn()).cookie)
  return { sessionId }
}

export function createConsoleClient(service: TestService) {
  /** Headers that a browser sends with a request from a page of the service. */
  const sameOriginHeaders = () => ({ origin: service.url, 'sec-fetch-site': 'same-origin' })

  async function post(path: string, body: unknown, headers: Headers = sameOriginHeaders()) {
    const response = await service.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { results } = JSON.parse(await response.text())
    return { status: response.status, headers: response.headers, results }
  }

  async function readSession(cookie: string) {
    const response = await service.send('/console/session', { headers: { cookie } })
    return JSON.parse(await response.text()).results
  }

  return {
    ownHeaders: sameOriginHeaders,
    post,
    sessionOf: readSession,
    async signIn(apiKey = service.apiKey, cookie = ''): Promise<SignedInBrowser> {
      const response = await post('/console/session', { apiKey }, { ...sameOriginHeaders(), cookie })
      expect(response.status).toBe(200)
      const [sessionCookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
      return { cookie: sessionCookie, pageToken: (await readSession(sessionCookie)).pageToken }
    },
    /** Enters the key of the session again. */
    prove({ cookie, pageToken }: SignedInBrowser, proof: object = { apiKey: service.apiKey }) {
      return post('/console/session/proof', proof, {
        ...sameOriginHeaders(),
        cookie,
        'x-adrail-page': pageToken,
      })
    },
    /** Calls an operation as a page does. */
    call({ cookie, pageToken }: SignedInBrowser, operation: string, body: unknown, headers: Headers = {}) {
      const allHeaders = { ...sameOriginHeaders(), cookie, 'x-adrail-page': pageToken, ...headers }
      return post(`/console/api/${operation}`, body, allHeaders)
    },
  }
}
