// The platforms under the names that callers use.

import type { Platform } from '../process/config.ts'

export type LinkPlatform = 'SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL'

const platforms = { SOCIAL_A: 'social', SEARCH: 'search', PROFESSIONAL: 'pro' } as const

export function platformOf(name: LinkPlatform): Platform {
  return platforms[name]
}

export function nameOf(platform: string): LinkPlatform {
  return platform === 'social' ? 'SOCIAL_A' : platform === 'search' ? 'SEARCH' : 'PROFESSIONAL'
}
