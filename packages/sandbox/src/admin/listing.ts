// The people as a tester needs them: names, tokens that work at once, ids, accounts, and the registered
// applications.

import type { AccountSummary, Platform, PlatformName } from '../core/exchange.ts'
import type { State } from '../core/state.ts'
import { standingTokenText } from '../oauth/tokenTexts.ts'

export interface ListedIdentity {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken?: string
  readonly accounts: readonly AccountSummary[]
}

export interface ListedPerson extends Readonly<Record<PlatformName, ListedIdentity>> {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly purpose: string
}

/** The people of the starting world. `data/people.tsv` describes the case that each of them demonstrates. */
export type PersonKey = 'ada' | 'ben' | 'nora' | 'otto' | 'agnes' | 'greta' | 'yuki'

export interface PeopleListing {
  readonly url: string
  readonly apps: Readonly<
    Record<
      PlatformName,
      readonly { clientId: string; clientSecret: string; name: string; scopes: readonly string[] }[]
    >
  >
  readonly people: readonly ListedPerson[]
}

export function listPeople(state: State, platforms: readonly Platform[], url: string): PeopleListing {
  const listApps = (platform: PlatformName) =>
    Object.values(state.apps[platform]).map(({ clientId, clientSecret, name, scopes }) => ({
      clientId,
      clientSecret,
      name,
      scopes,
    }))
  const toIdentity = (platform: PlatformName, key: string, id: string): ListedIdentity => ({
    id,
    accessToken: standingTokenText(platform, key),
    ...(platform === 'social' ? {} : { refreshToken: standingTokenText(platform, key, 'refresh') }),
    accounts: platforms.find(({ name }) => name === platform)?.listAccounts?.(state, key) ?? [],
  })
  return {
    url,
    apps: { social: listApps('social'), search: listApps('search'), pro: listApps('pro') },
    people: Object.values(state.people).map(({ key, name, email, purpose, ids }) => ({
      key,
      name,
      email,
      purpose,
      social: toIdentity('social', key, ids.social),
      search: toIdentity('search', key, ids.search),
      pro: toIdentity('pro', key, ids.pro),
    })),
  }
}

export function requirePerson({ people }: PeopleListing, key: PersonKey): ListedPerson {
  const listedPerson = people.find((person) => person.key === key)
  if (listedPerson) return listedPerson
  throw new Error(
    `There is nobody called '${key}' here. There are: ${people.map((person) => person.key).join(', ')}.`,
  )
}
