// Maps between the platform names in the code and the names in the operations that link accounts.

import { type LinkPlatform, type Platform, platformFacts, platforms } from '@adrail/contract'

export function toPlatform(linkName: LinkPlatform): Platform {
  const platform = platforms.find((each) => platformFacts[each].linkName === linkName)
  if (platform === undefined) throw new Error(`No platform has the link name ${linkName}.`)
  return platform
}

export function toLinkPlatform(platform: Platform): LinkPlatform {
  return platformFacts[platform].linkName
}
