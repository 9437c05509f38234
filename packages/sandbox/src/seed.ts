// The starting world: the people, the registered applications, and each platform's additions.

import { readTable } from './core/dataFiles.ts'
import type { PlatformName } from './core/exchange.ts'
import type { State } from './core/state.ts'
import { issueStandingTokens } from './oauth/grants.ts'
import type { Person } from './oauth/people.ts'
import { readRegisteredApps } from './oauth/registeredApps.ts'
import { defaultSwitches } from './oauth/switches.ts'
import { seedPro } from './platforms/pro/seed.ts'
import { emptyProState } from './platforms/pro/state.ts'
import { seedSearch } from './platforms/search/seed.ts'
import { emptySearchState } from './platforms/search/state.ts'
import { seedSocial } from './platforms/social/seed.ts'
import { createEmptySocialState } from './platforms/social/state.ts'

export const defaultSeed = 'adrail'

export function seedState(seed: string, now: number): State {
  const people = readPeople()
  const apps = readRegisteredApps()
  const appsByClientId = (platform: PlatformName) =>
    Object.fromEntries(apps.filter((app) => app.platform === platform).map((app) => [app.clientId, app]))
  const state: State = {
    seed,
    seededAt: now,
    counters: {},
    people: Object.fromEntries(people.map((person) => [person.key, person])),
    apps: { social: appsByClientId('social'), search: appsByClientId('search'), pro: appsByClientId('pro') },
    redirectUris: [],
    grants: {},
    tokens: {},
    codes: {},
    switches: defaultSwitches(),
    social: createEmptySocialState(),
    search: emptySearchState(),
    pro: emptyProState(),
  }
  for (const { key } of people) issueStandingTokens(state, key, now)
  seedSocial(state)
  seedSearch(state)
  seedPro(state)
  return state
}

function readPeople(): Person[] {
  const columns = [
    'key',
    'givenName',
    'familyName',
    'email',
    'locale',
    'purpose',
    'social',
    'search',
    'pro',
  ] as const
  return readTable('people.tsv', columns).map(
    ({ key, givenName, familyName, email, locale, purpose, ...ids }) => ({
      key,
      name: `${givenName} ${familyName}`,
      givenName,
      familyName,
      email,
      locale,
      purpose,
      ids,
    }),
  )
}
