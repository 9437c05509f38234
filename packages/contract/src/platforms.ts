// The only list of the platforms' declarations. To add a platform, add its folder, and its name to both lists
// here.

import type { PlatformDeclaration } from './platforms/platformDeclaration.ts'
import { pro } from './platforms/pro/index.ts'
import { search } from './platforms/search/index.ts'
import { social } from './platforms/social/index.ts'

/** The platforms under the names that adrail uses throughout. */
export const platforms = ['social', 'search', 'pro'] as const
export type Platform = (typeof platforms)[number]

/** The order is that of the link names in the published API. */
const declarations = { social, pro, search } satisfies Readonly<Record<Platform, PlatformDeclaration>>

/** The declaration of each platform, with its exact type. */
export type PlatformDeclarations = typeof declarations

export type LinkPlatform = PlatformDeclarations[Platform]['linkName']

export interface PlatformFacts extends PlatformDeclaration {
  readonly linkName: LinkPlatform
}

export const platformFacts: Readonly<Record<Platform, PlatformFacts>> = declarations

/** The names of the platforms in the operations that link accounts. */
export const linkPlatforms: readonly LinkPlatform[] = Object.values(platformFacts).map(
  ({ linkName }) => linkName,
)
