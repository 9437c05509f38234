// The platforms, and the facts about each that several packages need. To add a platform, add it to both lists: the
// compiler then reports what else it needs.

/** The platforms under the names that adrail uses throughout. */
export const platforms = ['social', 'search', 'pro'] as const
export type Platform = (typeof platforms)[number]

interface Facts {
  /** Name of the platform for developers and operators. */
  readonly name: string
  /** Name under which users know the platform. */
  readonly publicName: string
  /** Name of the site on which users sign in. It is the same in all languages. */
  readonly siteName: string
  /** Name of the platform in the operations that link accounts. */
  readonly linkName: string
  /** Names of its networks by their names in requests. Absent where it has one network. */
  readonly networkNames?: Readonly<Record<string, string>>
  /** Field of the platform's account in the response of `auth/get_connected_accounts_data`. */
  readonly accountField: string
  /** Prefix of the names of the platform's environment variables, without the underscore. */
  readonly variablePrefix: string
  /** Words for the platform in a search for operations. */
  readonly searchWords: readonly string[]
  /** Sizes that images of ads need, as a phrase for the examples of errors. Absent where they show none. */
  readonly imageSizes?: string
}

/** The order is that of the link names in the published API. */
const facts = {
  social: {
    name: 'Meta',
    publicName: 'Facebook and Instagram',
    siteName: 'Facebook',
    linkName: 'SOCIAL_A',
    networkNames: { SOCIAL_A: 'Facebook', SOCIAL_B: 'Instagram' },
    accountField: 'socialAds',
    variablePrefix: 'SOCIAL',
    searchWords: ['facebook', 'instagram', 'meta'],
    imageSizes: 'at least 400 pixels wide and high',
  },
  pro: {
    name: 'LinkedIn',
    publicName: 'LinkedIn',
    siteName: 'LinkedIn',
    linkName: 'PROFESSIONAL',
    accountField: 'proAds',
    variablePrefix: 'PRO',
    searchWords: ['linkedin'],
  },
  search: {
    name: 'Google Ads',
    publicName: 'Google Ads',
    siteName: 'Google Ads',
    linkName: 'SEARCH',
    accountField: 'searchAds',
    variablePrefix: 'SEARCH',
    searchWords: ['google', 'adwords'],
    imageSizes: 'square from 300 × 300 or 1.91:1 from 600 × 314 pixels',
  },
} as const satisfies Readonly<Record<Platform, Facts>>

export type LinkPlatform = (typeof facts)[Platform]['linkName']

export interface PlatformFacts extends Facts {
  readonly linkName: LinkPlatform
}

export const platformFacts: Readonly<Record<Platform, PlatformFacts>> = facts

/** The names of the platforms in the operations that link accounts. */
export const linkPlatforms: readonly LinkPlatform[] = Object.values(platformFacts).map(
  ({ linkName }) => linkName,
)
