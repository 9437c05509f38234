// Simulations of changes to a person's access that the application does not cause and that happen on every
// platform.

import { type PlatformName, type Simulation, SimulationInputError } from '../core/exchange.ts'
import type { State } from '../core/state.ts'
import { invalidateGrant, listGrants, listTokens } from './grants.ts'
import type { Grant, InvalidationReason, Person } from './people.ts'
import { withholdScopes } from './withheld.ts'

export type SimulationInput = Readonly<Record<string, unknown>>

export function readPerson(state: State, input: SimulationInput): Person {
  const key = input['person']
  const person = typeof key === 'string' && Object.hasOwn(state.people, key) ? state.people[key] : undefined
  if (person === undefined) {
    throw new SimulationInputError(
      'person',
      `'person' must be one of: ${Object.keys(state.people).join(', ')}.`,
    )
  }
  return person
}

function readPlatform(state: State, input: SimulationInput): PlatformName {
  const { platform } = input
  if (typeof platform === 'string' && isPlatformName(state, platform)) return platform
  const names = Object.keys(state.apps).join(', ')
  throw new SimulationInputError('platform', `'platform' must be one of: ${names}.`)
}

function isPlatformName(state: State, name: string): name is PlatformName {
  return Object.hasOwn(state.apps, name)
}

/**
 * Returns the person's grants, including standing ones. If an application is named, returns only its grants.
 */
export function readGrants(state: State, input: SimulationInput, platform: PlatformName): Grant[] {
  const { clientId } = input as { clientId?: unknown }
  if (
    clientId !== undefined &&
    (typeof clientId !== 'string' || !Object.hasOwn(state.apps[platform], clientId))
  ) {
    const choices = Object.keys(state.apps[platform]).join(', ')
    throw new SimulationInputError('clientId', `'clientId' must be one of: ${choices}.`)
  }
  return listGrants(state, platform, readPerson(state, input).key).filter(
    (grant) => clientId === undefined || grant.clientId === clientId,
  )
}

export const accessFields = {
  person: 'person of the simulation, such as ada',
  platform: 'platform, by its name in the list of calls',
  clientId: 'only this application; defaults to all applications',
  heal: 'true undoes the simulation',
}

export function readBoolean(input: SimulationInput, field: string): boolean {
  const value = input[field]
  if (value !== undefined && typeof value !== 'boolean')
    throw new SimulationInputError(field, `'${field}' must be true or false.`)
  return value === true
}

/** Invalidates the grants, or restores those that were invalidated for this reason. */
export function setGrantsInvalid(
  grants: readonly Grant[],
  reason: InvalidationReason,
  restore: boolean,
  now: number,
): { grants: number } {
  let count = 0
  for (const grant of grants) {
    if (restore && grant.death?.reason === reason) delete grant.death
    else if (!restore && grant.death === undefined) invalidateGrant(grant, reason, now)
    else continue
    count++
  }
  return { grants: count }
}

export const accessSimulations: Readonly<Record<string, Simulation>> = {
  revoke: {
    description: 'The person removes the application in the settings of the platform.',
    inputTexts: {
      person: accessFields.person,
      platform: accessFields.platform,
      clientId: accessFields.clientId,
    },
    run: (state, input, now) =>
      setGrantsInvalid(readGrants(state, input, readPlatform(state, input)), 'removed', false, now),
  },
  suspend: {
    description: 'The platform suspends the person.',
    inputTexts: { person: accessFields.person, platform: accessFields.platform, heal: accessFields.heal },
    run: (state, input, now) =>
      setGrantsInvalid(
        readGrants(state, input, readPlatform(state, input)),
        'suspended',
        readBoolean(input, 'heal'),
        now,
      ),
  },
  expire: {
    description:
      "The person's access tokens of a platform expire immediately. With 'refresh', the refresh tokens expire too.",
    inputTexts: {
      person: accessFields.person,
      platform: accessFields.platform,
      refresh: 'true also expires the refresh tokens',
    },
    run: (state, input, now) => {
      const platform = readPlatform(state, input)
      const kinds = readBoolean(input, 'refresh')
        ? (['user', 'access', 'refresh'] as const)
        : (['user', 'access'] as const)
      const tokens = readGrants(state, input, platform).flatMap((grant) =>
        kinds.flatMap((kind) => listTokens(state, grant, kind)),
      )
      for (const token of tokens) token.expiresAt = Math.min(token.expiresAt ?? now, now)
      return { tokens: tokens.length }
    },
  },
  withhold: {
    description:
      'The platform grants the person less than the application requests: existing tokens lose these scopes immediately, and new consents do not receive them.',
    inputTexts: {
      person: accessFields.person,
      platform: accessFields.platform,
      scopes: 'the withheld scopes, which replace earlier ones; an empty list grants all scopes again',
    },
    run(state, input) {
      const person = readPerson(state, input).key
      const platform = readPlatform(state, input)
      const { scopes } = input
      const knownScopes = new Set(Object.values(state.apps[platform]).flatMap((app) => app.scopes))
      if (!Array.isArray(scopes) || !scopes.every((scope) => knownScopes.has(scope))) {
        throw new SimulationInputError(
          'scopes',
          `'scopes' must be a list of: ${[...knownScopes].join(', ')}.`,
        )
      }
      withholdScopes(state, platform, person, scopes)
      return { person, platform, withheld: scopes }
    },
  },
}
