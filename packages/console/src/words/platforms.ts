// The platforms under their public names.

import type { Platform } from '../session/session.ts'

export type LinkPlatform = 'SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL'

export const platforms: readonly Platform[] = ['social', 'search', 'pro']

const platformNames: Readonly<Record<Platform, string>> = {
  social: 'Facebook and Instagram',
  search: 'Google Ads',
  pro: 'LinkedIn',
}

/** The names of the platforms in `auth/create_link`. */
export const linkPlatforms: Readonly<Record<Platform, LinkPlatform>> = {
  social: 'SOCIAL_A',
  search: 'SEARCH',
  pro: 'PROFESSIONAL',
}

export function formatPlatform(platform: string): string {
  const matchedPlatform = platforms.find((each) => each === platform || linkPlatforms[each] === platform)
  return matchedPlatform ? platformNames[matchedPlatform] : platform
}

/** Replaces platform codes in texts of the service by public names. Names in quotes stay. */
export function replacePlatformCodes(text: string): string {
  return text.replace(
    /"(?:\\.|[^"\\])*"|\bthe (?:social|search|pro) platform\b|(?<=\bon )(?:social|search|pro)(?=[,.;])|\b(?:social|search|pro|meta)(?= (?:ad )?account\b)/gi,
    (match) => {
      const [code = ''] = /social|search|pro|meta/i.exec(match) ?? []
      return match.startsWith('"') ? match : formatPlatform(code.toLowerCase().replace('meta', 'social'))
    },
  )
}

/** Returns the public name of a network of Meta. */
export function findNetworkName(network: string): string | undefined {
  return { SOCIAL_A: 'Facebook', SOCIAL_B: 'Instagram' }[network]
}
