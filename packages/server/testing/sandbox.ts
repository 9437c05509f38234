// Client of the sandbox's admin API, which controls the emulated platforms of a test.

import type { EffectRecord, PlatformName, RequestRecord } from '@adrail/sandbox'
import { request } from 'undici'
import type { TestService } from './service.ts'

/**
 * Fault to inject. It applies to the platform of the admin client unless it names another. The sandbox
 * rejects invalid faults.
 */
export type FaultSpec = Readonly<Record<string, unknown>>

/** Disables the variation of responses that a test compares byte by byte. */
export const unvariedHeaders = { 'x-sandbox-variation': 'off' }

export interface SandboxAdmin {
  readonly url: string
  /**
   * Lists the received requests, oldest first. Parts of a batch follow the batch as separate requests.
   * Requests for an empty last page are omitted, because they occur only when responses vary.
   */
  requests(call?: string): Promise<RequestRecord[]>
  effects(): Promise<EffectRecord[]>
  /** Counts token refresh requests, including failed ones. */
  countRefreshes(): Promise<number>
  /** Counts exchanges of an authorization code. */
  countExchanges(): Promise<number>
  /** Clears the recorded requests. */
  clearRequests(): Promise<void>
  /** Injects a fault and returns its id. */
  injectFault(faultSpec: FaultSpec): Promise<string>
  /** Counts the requests that an injected stall holds. */
  countHeld(faultId: string): Promise<number>
  isHolding(faultId: string): Promise<boolean>
  release(faultId: string): Promise<void>
  /** Lists injected faults that no request has met yet. */
  listUnusedFaults(): Promise<string[]>
  clearFaults(): Promise<void>
  /** Simulates an action of a person at a platform and returns its result. */
  simulate(event: string, input: object): Promise<unknown>
  setSwitches(switches: object): Promise<void>
  advance(durationMs: number): Promise<void>
  reset(): Promise<void>
  /** Sends any other request to the admin API. */
  callAdmin(method: string, path: string, body?: object): Promise<unknown>
}

const refreshMarks = { social: 'fb_exchange_token=', search: 'grant_type=refresh', pro: 'grant_type=refresh' }
const exchangeMarks = {
  social: '&code=',
  search: 'grant_type=authorization_code',
  pro: 'grant_type=authorization_code',
}
const tokenCalls = { social: 'oauth.access_token', search: 'oauth.token', pro: 'oauth.accessToken' }

/** May be called before the service has started. The sandbox's URL is resolved with each request. */
export function createSandboxAdmin(service: TestService, platform: PlatformName = 'social'): SandboxAdmin {
  return createSandboxAdminAt(() => service.app.sandbox?.url ?? '', platform)
}

/** Returns a function that sends one request to the admin API, and returns the data of the response. */
export function createAdminCaller(getUrl: () => string): SandboxAdmin['callAdmin'] {
  return async (method, path, body) => {
    const response = await request(`${getUrl()}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const data: unknown = await response.body.json()
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`)
    return data
  }
}

/** Returns the admin client of a sandbox in any process. */
export function createSandboxAdminAt(getUrl: () => string, platform: PlatformName): SandboxAdmin {
  const callAdmin = createAdminCaller(getUrl)
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    await callAdmin(method, path, body)
  }
  // The sandbox exports the types of these responses.
  const requests = async (call?: string) => {
    const query = new URLSearchParams({ platform, format: 'json', ...(call === undefined ? {} : { call }) })
    const records = (await callAdmin('GET', `requests?${query}`)) as RequestRecord[]
    return records.filter((request) => !isEmptyPageRequest(request))
  }
  const faults = async () =>
    (await callAdmin('GET', 'faults')) as { faults: { id: string; holding: number }[]; unspent: string[] }
  const countHeld = async (faultId: string) =>
    (await faults()).faults.find(({ id }) => id === faultId)?.holding ?? 0
  const countTokenCalls = async (mark: string) =>
    (await requests(tokenCalls[platform])).filter(({ url, body }) => `${url} ${body}`.includes(mark)).length

  return {
    get url() {
      return getUrl()
    },
    requests,
    effects: async () =>
      (await callAdmin('GET', `effects?platform=${platform}&format=json`)) as EffectRecord[],
    countRefreshes: () => countTokenCalls(refreshMarks[platform]),
    countExchanges: () => countTokenCalls(exchangeMarks[platform]),
    clearRequests: () => send('DELETE', 'requests'),
    injectFault: async (faultSpec) =>
      ((await callAdmin('POST', 'faults', { platform, ...faultSpec })) as { id: string }).id,
    countHeld,
    isHolding: async (faultId) => (await countHeld(faultId)) > 0,
    release: (faultId) => send('POST', `faults/${faultId}/release`),
    listUnusedFaults: async () => (await faults()).unspent,
    clearFaults: () => send('DELETE', 'faults'),
    simulate: (event, input) => callAdmin('POST', `simulate/${event}`, input),
    setSwitches: (switches) => send('POST', 'switches', switches),
    advance: (durationMs) => send('POST', 'clock', { advance: durationMs }),
    reset: () => send('POST', 'reset', {}),
    callAdmin,
  }
}

/** Cursors beyond the last entry have a mark. A batch counts when all of its parts request empty pages. */
function isEmptyPageRequest({ url, body }: RequestRecord): boolean {
  if (url.includes('xENDx')) return true
  const text = String(body)
  const endMarkCount = text.split('xENDx').length - 1
  return (
    endMarkCount > 0 &&
    (!text.includes('relative_url') || endMarkCount === text.split('relative_url').length - 1)
  )
}
