// Maps between the platform names in the code and the names in the API.

import type { Platform } from '@adrail/contract'

export type LinkPlatform = 'SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL'

const platformByLinkName = { SOCIAL_A: 'social', SEARCH: 'search', PROFESSIONAL: 'pro' } as const

export function toPlatform(name: LinkPlatform): Platform {
  return platformByLinkName[name]
}

export function toLinkPlatform(platform: string): LinkPlatform {
  return platform === 'social' ? 'SOCIAL_A' : platform === 'search' ? 'SEARCH' : 'PROFESSIONAL'
}
