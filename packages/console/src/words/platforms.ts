// The platforms under their public names.

import type { Platform } from '@adrail/client'
import { platformNames } from './platformNames.ts'

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const platforms = Object.keys(platformNames) as readonly Platform[]

export function findPlatform(code: string): Platform | undefined {
  return platforms.find((platform) => platform === code)
}

/** Accepts the name of a platform in the code and its name in `auth/create_link`. */
export function formatPlatform(code: string): string {
  const platform = platforms.find((each) => each === code || platformNames[each].linkName === code)
  return platform ? platformNames[platform].publicName : code
}

const networkNames: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(platformNames).map((names) => names.networkNames),
)

/** Returns the public name of a network of a platform. */
export function findNetworkName(network: string): string | undefined {
  return networkNames[network]
}

const codes = platforms.join('|')
const names = platforms.map((platform) => platformNames[platform].name).join('|')
/** The first alternative is text in quotes. */
const codePattern = new RegExp(
  String.raw`"(?:\\.|[^"\\])*"|\bthe (${codes}) platform\b|(?<=\bon )(${codes})(?=[,.;])|\b(${codes})(?= (?:ad )?account\b)|\b(${names})\b`,
  'gi',
)

/** Replaces platform codes and names in texts of the service by public names. Text in quotes stays. */
export function replacePlatformCodes(text: string): string {
  return text.replace(codePattern, (match, ...groups: readonly (string | undefined)[]) => {
    const code = groups
      .slice(0, 4)
      .find((group) => group !== undefined)
      ?.toLowerCase()
    const platform = platforms.find(
      (each) => each === code || platformNames[each].name.toLowerCase() === code,
    )
    return platform ? platformNames[platform].publicName : match
  })
}
