// Simulations of changes to a person's access that the application does not cause: removals, passwords,
// checks, suspensions.

import { type PlatformName, type Simulation, SimulationInputError } from '../core/exchange.ts'
import type { State } from '../core/state.ts'
import { invalidateGrant, invalidateToken, invalidateTokens, listGrants, listTokens } from './grants.ts'
import type { Grant, InvalidationReason, Person } from './people.ts'
import { withholdScopes } from './withheld.ts'

export type SimulationInput = Readonly<Record<string, unknown>>

const platformNames: readonly PlatformName[] = ['social', 'search', 'pro']

export function readPerson(state: State, input: SimulationInput): Person {
  const key = input['person']
  const person = typeof key === 'string' && Object.hasOwn(state.people, key) ? state.people[key] : undefined
  if (person === undefined) {
    throw new SimulationInputError('person', `'person' is one of: ${Object.keys(state.people).join(', ')}.`)
  }
  return person
}

function readPlatform(
  input: SimulationInput,
  allowed: readonly PlatformName[] = platformNames,
): PlatformName {
  const platform = allowed.find((name) => name === input['platform'])
  if (platform === undefined)
    throw new SimulationInputError('platform', `'platform' is one of: ${allowed.join(', ')}.`)
  return platform
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
    throw new SimulationInputError('clientId', `'clientId' is one of: ${choices}.`)
  }
  return listGrants(state, platform, readPerson(state, input).key).filter(
    (grant) => clientId === undefined || grant.clientId === clientId,
  )
}

export const accessFields = {
  person: 'whom it happens to, such as ada',
  platform: 'social, search or pro',
  clientId: 'only this application; all of them without it',
  heal: 'true takes it back',
}

function readBoolean(input: SimulationInput, field: string): boolean {
  const value = input[field]
  if (value !== undefined && typeof value !== 'boolean')
    throw new SimulationInputError(field, `'${field}' is true or false.`)
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

/** Invalidates every token of the grants. The grants stay valid. */
const endSessions =
  (reason: InvalidationReason): Simulation['run'] =>
  (state, input, now) => {
    const grants = readGrants(state, input, 'social').filter((grant) => grant.death === undefined)
    for (const grant of grants) invalidateTokens(state, grant, reason, now)
    return { grants: grants.length }
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
      setGrantsInvalid(readGrants(state, input, readPlatform(input)), 'removed', false, now),
  },
  password: {
    description:
      'The person changes the password; the social platform ends all sessions (190/460), the others do not mind.',
    inputTexts: { person: accessFields.person },
    run: endSessions('password'),
  },
  logout: {
    description: 'The person logs out of the social platform everywhere (190/467).',
    inputTexts: { person: accessFields.person },
    run: endSessions('logged_out'),
  },
  checkpoint: {
    description:
      'The social platform wants the person to pass a check first (190/459); the tokens live again when it is passed.',
    inputTexts: { person: accessFields.person, heal: accessFields.heal },
    run: (state, input, now) =>
      setGrantsInvalid(readGrants(state, input, 'social'), 'checkpoint', readBoolean(input, 'heal'), now),
  },
  suspend: {
    description: 'The platform suspends the person.',
    inputTexts: { person: accessFields.person, platform: accessFields.platform, heal: accessFields.heal },
    run: (state, input, now) =>
      setGrantsInvalid(
        readGrants(state, input, readPlatform(input)),
        'suspended',
        readBoolean(input, 'heal'),
        now,
      ),
  },
  session_control: {
    description:
      "The person's organisation asks for a new sign-in: refreshing on search answers invalid_grant with a subtype.",
    inputTexts: {
      person: accessFields.person,
      subtype: 'invalid_rapt (the default) or rapt_required',
      heal: accessFields.heal,
    },
    run: (state, input) => {
      const { subtype = 'invalid_rapt' } = input as { subtype?: unknown }
      if (subtype !== 'invalid_rapt' && subtype !== 'rapt_required') {
        throw new SimulationInputError('subtype', `'subtype' is 'invalid_rapt' or 'rapt_required'.`)
      }
      const grants = readGrants(state, input, 'search').filter((grant) => grant.death === undefined)
      for (const grant of grants) {
        if (readBoolean(input, 'heal')) delete grant.reauthentication
        else grant.reauthentication = subtype
      }
      return { grants: grants.length }
    },
  },
  expire: {
    description:
      "The person's access tokens of a platform expire at once; refresh tokens too when asked for.",
    inputTexts: {
      person: accessFields.person,
      platform: accessFields.platform,
      refresh: 'true ends the refresh tokens as well',
    },
    run: (state, input, now) => {
      const platform = readPlatform(input)
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
      'The platform grants the person less than the application requests: tokens work without these scopes at once, and new consents do not get them.',
    inputTexts: {
      person: accessFields.person,
      platform: accessFields.platform,
      scopes: 'the withheld scopes, in place of those withheld before; an empty list grants everything again',
    },
    run(state, input) {
      const person = readPerson(state, input).key
      const platform = readPlatform(input)
      const { scopes } = input
      const knownScopes = new Set(Object.values(state.apps[platform]).flatMap((app) => app.scopes))
      if (!Array.isArray(scopes) || !scopes.every((scope) => knownScopes.has(scope))) {
        throw new SimulationInputError('scopes', `'scopes' is a list of: ${[...knownScopes].join(', ')}.`)
      }
      withholdScopes(state, platform, person, scopes)
      return { person, platform, withheld: scopes }
    },
  },
  role_lost: {
    description:
      'The person loses the role on a page of the social platform: its page tokens answer 190/492.',
    inputTexts: { person: accessFields.person, page: 'the id of the page' },
    run: (state, input, now) => {
      const tokens = readGrants(state, input, 'social')
        .flatMap((grant) => listTokens(state, grant, 'page'))
        .filter((token) => token.page === String(input['page']))
      for (const token of tokens) invalidateToken(token, 'role_lost', now)
      return { tokens: tokens.length }
    },
  },
}
