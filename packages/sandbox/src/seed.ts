// The starting world: the people, the registered applications, and each platform's additions.

import { readTable } from './core/dataFiles.ts'
import type { PlatformName } from './core/exchange.ts'
import type { PlatformStates, State, Switches } from './core/state.ts'
import { issueStandingTokens } from './oauth/grants.ts'
import type { Person, RegisteredApp } from './oauth/people.ts'
import { readRegisteredApps } from './oauth/registeredApps.ts'
import { mapPlatforms, platforms } from './platforms/index.ts'

export const defaultSeed = 'adrail'

export function seedState(seed: string, now: number): State {
  const people = readPeople()
  const state: State = {
    seed,
    seededAt: now,
    counters: {},
    people: Object.fromEntries(people.map((person) => [person.key, person])),
    apps: mapPlatforms(({ name }) => readApps(name)),
    redirectUris: [],
    grants: {},
    tokens: {},
    codes: {},
    switches: mapPlatforms<Switches>((platform) => platform.defaultSwitches()),
    ...mapPlatforms<PlatformStates>((platform) => platform.emptyState()),
  }
  for (const { key } of people) {
    for (const { oauth } of platforms) issueStandingTokens(state, oauth, key, now)
  }
  for (const platform of platforms) platform.seed(state)
  return state
}

function readApps(platform: PlatformName): Record<string, RegisteredApp> {
  return Object.fromEntries(readRegisteredApps(platform).map((app) => [app.clientId, app]))
}

function readPeople(): Person[] {
  const idsByPlatform = mapPlatforms<Record<PlatformName, Map<string, string>>>(({ name }) => {
    const rows = readTable(`${name}/personIds.tsv`, ['person', 'id'])
    return new Map(rows.map(({ person, id }) => [person, id]))
  })
  return readTable('people.tsv', ['key', 'givenName', 'familyName', 'email', 'locale', 'purpose']).map(
    ({ key, givenName, familyName, email, locale, purpose }) => ({
      key,
      name: `${givenName} ${familyName}`,
      givenName,
      familyName,
      email,
      locale,
      purpose,
      ids: mapPlatforms(({ name }) => idsByPlatform[name].get(key) ?? ''),
    }),
  )
}
