// The platforms under our own names, and under those that callers use.

import type { Platform } from '@adrail/contract'

export type LinkPlatform = 'SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL'

const platformByLinkName = { SOCIAL_A: 'social', SEARCH: 'search', PROFESSIONAL: 'pro' } as const

export function toPlatform(name: LinkPlatform): Platform {
  return platformByLinkName[name]
}

export function toLinkPlatform(platform: string): LinkPlatform {
  return platform === 'social' ? 'SOCIAL_A' : platform === 'search' ? 'SEARCH' : 'PROFESSIONAL'
}
