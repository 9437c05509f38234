// The emulated platforms behind a test's service, through their admin door.

import type { EffectRecord, PlatformName, RequestRecord } from '@adrail/sandbox'
import { request } from 'undici'
import type { TestService } from './service.ts'

/** A failure to order, of the door's platform unless it names another. The sandbox refuses an order that makes no sense. */
export type Trouble = Readonly<Record<string, unknown>>

/** For requests whose responses a test compares byte by byte: they do not vary. */
export const verbatim = { 'x-sandbox-variation': 'off' }

export interface SandboxDoor {
  readonly url: string
  /**
   * Requests that were seen, oldest first. Parts of a batch are requests of their own after the batch. Those for an empty last
   * page, which come only where responses vary, are not among them.
   */
  requests(call?: string): Promise<RequestRecord[]>
  effects(): Promise<EffectRecord[]>
  /** How often a refresh of tokens was asked for, whatever came of it. */
  refreshes(): Promise<number>
  /** How often a code was handed in. */
  exchanges(): Promise<number>
  /** Forgets the requests seen so far. */
  forget(): Promise<void>
  /** Orders a failure; its id. */
  fail(trouble: Trouble): Promise<string>
  /** How many requests an ordered stall holds. */
  held(faultId: string): Promise<number>
  isHolding(faultId: string): Promise<boolean>
  release(faultId: string): Promise<void>
  /** Ordered failures that still wait for a request. */
  unspent(): Promise<string[]>
  forgetFaults(): Promise<void>
  /** What somebody does at a platform, and what came of it. */
  simulate(event: string, input: object): Promise<unknown>
  switch(switches: object): Promise<void>
  advance(durationMs: number): Promise<void>
  reset(): Promise<void>
  /** Any other request to the admin door. */
  ask(method: string, path: string, body?: object): Promise<unknown>
}

const refreshes = { social: 'fb_exchange_token=', search: 'grant_type=refresh', pro: 'grant_type=refresh' }
const exchanges = {
  social: '&code=',
  search: 'grant_type=authorization_code',
  pro: 'grant_type=authorization_code',
}
const tokenCalls = { social: 'oauth.access_token', search: 'oauth.token', pro: 'oauth.accessToken' }

/** May be called before the service stands: the sandbox is looked for when it is asked. */
export function sandboxOf(service: TestService, platform: PlatformName = 'social'): SandboxDoor {
  return sandboxAt(() => service.app.sandbox?.url ?? '', platform)
}

/** The door of a sandbox in any process. */
export function sandboxAt(urlNow: () => string, platform: PlatformName): SandboxDoor {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const came = await request(`${urlNow()}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = await came.body.json()
    if (came.statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const tell = async (method: string, path: string, body?: object): Promise<void> => {
    await ask(method, path, body)
  }
  // What the door answers is the sandbox's own, under the types that it exports.
  const requests = async (call?: string) => {
    const query = new URLSearchParams({ platform, format: 'json', ...(call === undefined ? {} : { call }) })
    const seen = (await ask('GET', `requests?${query}`)) as RequestRecord[]
    return seen.filter((request) => !isForEmptyPage(request))
  }
  const faults = async () =>
    (await ask('GET', 'faults')) as { faults: { id: string; holding: number }[]; unspent: string[] }
  const held = async (faultId: string) =>
    (await faults()).faults.find(({ id }) => id === faultId)?.holding ?? 0
  const countTokenCalls = async (mark: string) =>
    (await requests(tokenCalls[platform])).filter(({ url, body }) => `${url} ${body}`.includes(mark)).length

  return {
    get url() {
      return urlNow()
    },
    requests,
    effects: async () => (await ask('GET', `effects?platform=${platform}&format=json`)) as EffectRecord[],
    refreshes: () => countTokenCalls(refreshes[platform]),
    exchanges: () => countTokenCalls(exchanges[platform]),
    forget: () => tell('DELETE', 'requests'),
    fail: async (trouble) => ((await ask('POST', 'faults', { platform, ...trouble })) as { id: string }).id,
    held,
    isHolding: async (faultId) => (await held(faultId)) > 0,
    release: (faultId) => tell('POST', `faults/${faultId}/release`),
    unspent: async () => (await faults()).unspent,
    forgetFaults: () => tell('DELETE', 'faults'),
    simulate: (event, input) => ask('POST', `simulate/${event}`, input),
    switch: (switches) => tell('POST', 'switches', switches),
    advance: (durationMs) => tell('POST', 'clock', { advance: durationMs }),
    reset: () => tell('POST', 'reset', {}),
    ask,
  }
}

/** Cursors beyond the last entry have a mark; a batch is for empty pages when each of its parts is. */
function isForEmptyPage({ url, body }: RequestRecord): boolean {
  if (url.includes('xENDx')) return true
  const text = String(body)
  const ends = text.split('xENDx').length - 1
  return ends > 0 && (!text.includes('relative_url') || ends === text.split('relative_url').length - 1)
}
