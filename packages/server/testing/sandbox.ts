// The emulated platforms behind a test's service, through their admin door.

import type { EffectRecord, PlatformName, RequestRecord } from '@adrail/sandbox'
import { request } from 'undici'
import type { TestService } from './service.ts'

/** A failure to order, of the door's platform unless it names another. The sandbox refuses an order that makes no sense. */
export type FaultSpec = Readonly<Record<string, unknown>>

/** For requests whose responses a test compares byte by byte: they do not vary. */
export const unvariedHeaders = { 'x-sandbox-variation': 'off' }

export interface SandboxAdmin {
  readonly url: string
  /**
   * Requests that were seen, oldest first. Parts of a batch are requests of their own after the batch. Those for an empty last
   * page, which come only where responses vary, are not among them.
   */
  requests(call?: string): Promise<RequestRecord[]>
  effects(): Promise<EffectRecord[]>
  /** How often a refresh of tokens was asked for, whatever came of it. */
  countRefreshes(): Promise<number>
  /** How often a code was handed in. */
  countExchanges(): Promise<number>
  /** Forgets the requests seen so far. */
  clearRequests(): Promise<void>
  /** Orders a failure; its id. */
  injectFault(faultSpec: FaultSpec): Promise<string>
  /** How many requests an ordered stall holds. */
  countHeld(faultId: string): Promise<number>
  isHolding(faultId: string): Promise<boolean>
  release(faultId: string): Promise<void>
  /** Ordered failures that still wait for a request. */
  listUnusedFaults(): Promise<string[]>
  clearFaults(): Promise<void>
  /** What somebody does at a platform, and what came of it. */
  simulate(event: string, input: object): Promise<unknown>
  setSwitches(switches: object): Promise<void>
  advance(durationMs: number): Promise<void>
  reset(): Promise<void>
  /** Any other request to the admin door. */
  callAdmin(method: string, path: string, body?: object): Promise<unknown>
}

const refreshMarks = { social: 'fb_exchange_token=', search: 'grant_type=refresh', pro: 'grant_type=refresh' }
const exchangeMarks = {
  social: '&code=',
  search: 'grant_type=authorization_code',
  pro: 'grant_type=authorization_code',
}
const tokenCalls = { social: 'oauth.access_token', search: 'oauth.token', pro: 'oauth.accessToken' }

/** May be called before the service stands: the sandbox is looked for when it is asked. */
export function createSandboxAdmin(service: TestService, platform: PlatformName = 'social'): SandboxAdmin {
  return createSandboxAdminAt(() => service.app.sandbox?.url ?? '', platform)
}

/** The door of a sandbox in any process. */
export function createSandboxAdminAt(getUrl: () => string, platform: PlatformName): SandboxAdmin {
  const callAdmin = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await request(`${getUrl()}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const data: unknown = await response.body.json()
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`)
    return data
  }
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    await callAdmin(method, path, body)
  }
  // What the door answers is the sandbox's own, under the types that it exports.
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

/** Cursors beyond the last entry have a mark; a batch is for empty pages when each of its parts is. */
function isEmptyPageRequest({ url, body }: RequestRecord): boolean {
  if (url.includes('xENDx')) return true
  const text = String(body)
  const endMarkCount = text.split('xENDx').length - 1
  return (
    endMarkCount > 0 &&
    (!text.includes('relative_url') || endMarkCount === text.split('relative_url').length - 1)
  )
}
