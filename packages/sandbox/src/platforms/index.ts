// The only list of the platforms' definitions. To add a platform, add its folder, a line here, and a line in
// `tokenTexts.ts`.

import type { PlatformName } from '../core/exchange.ts'
import type { PlatformDefinition } from './platformDefinition.ts'
import { proPlatform } from './pro/index.ts'
import { searchPlatform } from './search/index.ts'
import { socialPlatform } from './social/index.ts'

// Each of these declares its platform's part of `State` and `Switches`.
export type { ProState } from './pro/state.ts'
export type { ProSwitches } from './pro/switches.ts'
export type { SearchState } from './search/state.ts'
export type { SearchSwitches } from './search/switches.ts'
export type { SocialState } from './social/state.ts'
export type { SocialSwitches } from './social/switches.ts'

export const platformDefinitions = {
  social: socialPlatform,
  search: searchPlatform,
  pro: proPlatform,
} satisfies { readonly [Name in PlatformName]: PlatformDefinition<Name> }

export const platforms: readonly PlatformDefinition[] = Object.values(platformDefinitions)

export const platformNames: readonly PlatformName[] = platforms.map(({ name }) => name)

/** Returns the definition of a platform that is known only at run time. */
export function definitionOf(platform: PlatformName): PlatformDefinition {
  return platformDefinitions[platform]
}

/** Builds an object with one property for each platform. */
export function mapPlatforms<Result extends Readonly<Record<PlatformName, unknown>>>(
  toValue: (platform: PlatformDefinition) => Result[PlatformName],
): Result {
  // The list contains every platform, and the functions of a definition return the types of its own platform.
  return Object.fromEntries(platforms.map((platform) => [platform.name, toValue(platform)])) as Result
}
