// Users linked to people of the sandbox, for tests.

import { walkLink } from '../src/demo/walkLink.ts'
import type { LinkPlatform } from '../src/platforms/kit/names.ts'
import type { TestService } from './service.ts'

export type { RequestRecord as SeenRequest } from '@adrail/sandbox'
// Other tests reach the sandbox from here.
export { sandboxOf } from './sandbox.ts'

export interface LinkOptions {
  readonly platform?: LinkPlatform
  /** Who gives consent at the sandbox. */
  readonly person?: string
  readonly accountId?: string
  readonly pageId?: string
  readonly apiKey?: string
}

/** What the demo person chooses: the bakery, Fox Garden Shop, and its twin at the professional network. */
const adasChoices = {
  SOCIAL_A: { accountId: '1001200300400', pageId: '104500000000001' },
  SEARCH: { accountId: '4823109756', pageId: '' },
  PROFESSIONAL: { accountId: '512345678', pageId: '' },
} as const

/** A new user who was linked once: to what the demo person chooses, or to whatever somebody else has. */
export async function linkedUser(service: TestService, options: LinkOptions = {}): Promise<string> {
  const { platform = 'SOCIAL_A', person = 'ada', apiKey = service.apiKey } = options
  const usual = person === 'ada' ? adasChoices[platform] : { accountId: '', pageId: '' }
  const { accountId, pageId } = { ...usual, ...options }
  const { results } = await service.call('user/create_user', { name: `Linked to ${person}` }, { apiKey })
  const { userId } = results.user
  await walkLink(service.url, apiKey, { userId, platform, person, accountId, pageId })
  return userId
}
