// The platforms under our own names, and under those that callers use.

import type { Platform } from '@adrail/contract'

export type LinkPlatform = 'SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL'

const platforms = { SOCIAL_A: 'social', SEARCH: 'search', PROFESSIONAL: 'pro' } as const

export function platformOf(name: LinkPlatform): Platform {
  return platforms[name]
}

export function nameOf(platform: string): LinkPlatform {
  return platform === 'social' ? 'SOCIAL_A' : platform === 'search' ? 'SEARCH' : 'PROFESSIONAL'
}
