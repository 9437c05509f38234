// Users linked to people of the sandbox, and the sandbox's own door, for tests.

import { walkLink } from '../src/demo/walkLink.ts'
import type { LinkPlatform } from '../src/linking/names.ts'
import type { TestService } from './service.ts'

export interface LinkOptions {
  readonly platform?: LinkPlatform
  /** Who gives consent at the sandbox. */
  readonly person?: string
  readonly accountId?: string
  readonly pageId?: string
  readonly apiKey?: string
}

/** A new user who went through the real pages once. The demo person's bakery unless told otherwise. */
export async function linkedUser(service: TestService, options: LinkOptions = {}): Promise<string> {
  const {
    platform = 'SOCIAL_A',
    person = 'ada',
    accountId = '1001200300400',
    pageId = '104500000000001',
    apiKey = service.apiKey,
  } = options
  const { results } = await service.call('user/create_user', { name: `Linked to ${person}` }, { apiKey })
  const { userId } = results.user
  await walkLink(service.url, apiKey, { userId, platform, person, accountId, pageId })
  return userId
}

/** A request as the sandbox saw it. Parts of a batch are requests of their own after the batch. */
export interface SeenRequest {
  readonly sequence: number
  readonly platform: string
  readonly call: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

export interface SeenEffect {
  readonly call: string
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The sandbox of a test service, over its admin door. */
export function sandboxOf(service: TestService) {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${service.app.sandbox?.url ?? ''}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    async requests(platform = 'social'): Promise<SeenRequest[]> {
      return (await ask('GET', `requests?platform=${platform}&format=json`)) as SeenRequest[]
    },
    async effects(platform = 'social'): Promise<SeenEffect[]> {
      return (await ask('GET', `effects?platform=${platform}&format=json`)) as SeenEffect[]
    },
    forget: () => ask('DELETE', 'requests'),
    async fail(fault: Readonly<Record<string, unknown>>): Promise<string> {
      return ((await ask('POST', 'faults', { platform: 'social', ...fault })) as { id: string }).id
    },
    release: (faultId: string) => ask('POST', `faults/${faultId}/release`),
    async unspent(): Promise<string[]> {
      return ((await ask('GET', 'faults')) as { unspent: string[] }).unspent
    },
    forgetFaults: () => ask('DELETE', 'faults'),
    simulate: (name: string, input: object) => ask('POST', `simulate/${name}`, input),
    advance: (milliseconds: number) => ask('POST', 'clock', { advance: milliseconds }),
    reset: () => ask('POST', 'reset', {}),
    ask,
  }
}
