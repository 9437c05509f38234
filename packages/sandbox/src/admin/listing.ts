// The people as a tester needs them: names, tokens that work at once, ids, accounts, and the registered
// applications.

import type { PlatformName } from '../core/exchange.ts'
import type { State } from '../core/state.ts'
import type { RegisteredApp } from '../oauth/people.ts'
import { mapPlatforms } from '../platforms/index.ts'
import type { ListedIdentity, PlatformDefinition } from '../platforms/platformDefinition.ts'
import { standingTokenText } from '../platforms/tokenTexts.ts'

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
  readonly apps: Readonly<Record<PlatformName, readonly ListedApp[]>>
  readonly people: readonly ListedPerson[]
}

type ListedApp = Pick<RegisteredApp, 'clientId' | 'clientSecret' | 'name' | 'scopes'>

export function listPeople(state: State, url: string): PeopleListing {
  const toIdentity = ({ name, oauth, listAccounts }: PlatformDefinition, key: string, id: string) => ({
    id,
    accessToken: standingTokenText(name, key),
    ...(oauth.standingTokens.refresh === undefined
      ? {}
      : { refreshToken: standingTokenText(name, key, 'refresh') }),
    accounts: listAccounts(state, key),
  })
  return {
    url,
    apps: mapPlatforms((platform) =>
      Object.values(state.apps[platform.name]).map(({ clientId, clientSecret, name, scopes }) => ({
        clientId,
        clientSecret,
        name,
        scopes,
      })),
    ),
    people: Object.values(state.people).map(({ key, name, email, purpose, ids }) => ({
      key,
      name,
      email,
      purpose,
      ...mapPlatforms<Record<PlatformName, ListedIdentity>>((platform) =>
        toIdentity(platform, key, ids[platform.name]),
      ),
    })),
  }
}

export function requirePerson({ people }: PeopleListing, key: PersonKey): ListedPerson {
  const listedPerson = people.find((person) => person.key === key)
  if (listedPerson) return listedPerson
  throw new Error(`No person '${key}'. The people are: ${people.map((person) => person.key).join(', ')}.`)
}
