// What happens to a person's access without the application's doing, on order: removals, passwords, checks, suspensions.

import { type PlatformName, type Simulation, SimulationRefusal } from '../core/exchange.ts'
import type { State } from '../core/state.ts'
import { grantsOf, killGrant, killToken, killTokens, tokensOf } from '../oauth/grants.ts'
import type { Death, Grant, Person } from '../oauth/people.ts'
import { signedRequest } from '../social/oauth.ts'

type Input = Readonly<Record<string, unknown>>

const platformNames: readonly PlatformName[] = ['social', 'search', 'pro']

function personIn(state: State, input: Input): Person {
  const key = input['person']
  const person = typeof key === 'string' && Object.hasOwn(state.people, key) ? state.people[key] : undefined
  if (person === undefined) {
    throw new SimulationRefusal('person', `'person' is one of: ${Object.keys(state.people).join(', ')}.`)
  }
  return person
}

function platformIn(input: Input, allowed: readonly PlatformName[] = platformNames): PlatformName {
  const platform = allowed.find((name) => name === input['platform'])
  if (platform === undefined)
    throw new SimulationRefusal('platform', `'platform' is one of: ${allowed.join(', ')}.`)
  return platform
}

/** The person's grants, standing ones included; one application's only if it is named. */
function grantsIn(state: State, input: Input, platform: PlatformName): Grant[] {
  const { clientId } = input as { clientId?: unknown }
  if (
    clientId !== undefined &&
    (typeof clientId !== 'string' || !Object.hasOwn(state.apps[platform], clientId))
  ) {
    const known = Object.keys(state.apps[platform]).join(', ')
    throw new SimulationRefusal('clientId', `'clientId' is one of: ${known}.`)
  }
  return grantsOf(state, platform, personIn(state, input).key).filter(
    (grant) => clientId === undefined || grant.clientId === clientId,
  )
}

const fields = {
  person: 'whom it happens to, such as ada',
  platform: 'social, search or pro',
  clientId: 'only this application; all of them without it',
  heal: 'true takes it back',
}

function truth(input: Input, field: string): boolean {
  const value = input[field]
  if (value !== undefined && typeof value !== 'boolean')
    throw new SimulationRefusal(field, `'${field}' is true or false.`)
  return value === true
}

/** Ends the grants, or heals those that ended for this reason. */
function afflict(grants: readonly Grant[], reason: Death, heal: boolean, now: number): { grants: number } {
  let count = 0
  for (const grant of grants) {
    if (heal && grant.death?.reason === reason) delete grant.death
    else if (!heal && grant.death === undefined) killGrant(grant, reason, now)
    else continue
    count++
  }
  return { grants: count }
}

export const simulations: Readonly<Record<string, Simulation>> = {
  revoke: {
    does: 'The person removes the application in the settings of the platform.',
    takes: { person: fields.person, platform: fields.platform, clientId: fields.clientId },
    run: (state, input, now) => afflict(grantsIn(state, input, platformIn(input)), 'removed', false, now),
  },
  password: {
    does: 'The person changes the password; the social platform ends all sessions (190/460), the others do not mind.',
    takes: { person: fields.person },
    run: (state, input, now) => {
      const grants = grantsIn(state, input, 'social').filter((grant) => grant.death === undefined)
      for (const grant of grants) killTokens(state, grant, 'password', now)
      return { grants: grants.length }
    },
  },
  logout: {
    does: 'The person logs out of the social platform everywhere (190/467).',
    takes: { person: fields.person },
    run: (state, input, now) => {
      const grants = grantsIn(state, input, 'social').filter((grant) => grant.death === undefined)
      for (const grant of grants) killTokens(state, grant, 'logged_out', now)
      return { grants: grants.length }
    },
  },
  checkpoint: {
    does: 'The social platform wants the person to pass a check first (190/459); the tokens live again when it is passed.',
    takes: { person: fields.person, heal: fields.heal },
    run: (state, input, now) =>
      afflict(grantsIn(state, input, 'social'), 'checkpoint', truth(input, 'heal'), now),
  },
  suspend: {
    does: 'The platform suspends the person.',
    takes: { person: fields.person, platform: fields.platform, heal: fields.heal },
    run: (state, input, now) =>
      afflict(grantsIn(state, input, platformIn(input)), 'suspended', truth(input, 'heal'), now),
  },
  session_control: {
    does: "The person's organisation asks for a new sign-in: refreshing on search answers invalid_grant with a subtype.",
    takes: {
      person: fields.person,
      subtype: 'invalid_rapt (the default) or rapt_required',
      heal: fields.heal,
    },
    run: (state, input) => {
      const { subtype = 'invalid_rapt' } = input as { subtype?: unknown }
      if (subtype !== 'invalid_rapt' && subtype !== 'rapt_required') {
        throw new SimulationRefusal('subtype', `'subtype' is 'invalid_rapt' or 'rapt_required'.`)
      }
      const grants = grantsIn(state, input, 'search').filter((grant) => grant.death === undefined)
      for (const grant of grants) {
        if (truth(input, 'heal')) delete grant.reauthentication
        else grant.reauthentication = subtype
      }
      return { grants: grants.length }
    },
  },
  expire: {
    does: "The person's access tokens of a platform expire at once; refresh tokens too when asked for.",
    takes: {
      person: fields.person,
      platform: fields.platform,
      refresh: 'true ends the refresh tokens as well',
    },
    run: (state, input, now) => {
      const platform = platformIn(input)
      const kinds = truth(input, 'refresh')
        ? (['user', 'access', 'refresh'] as const)
        : (['user', 'access'] as const)
      const tokens = grantsIn(state, input, platform).flatMap((grant) =>
        kinds.flatMap((kind) => tokensOf(state, grant, kind)),
      )
      for (const token of tokens) token.expiresAt = Math.min(token.expiresAt ?? now, now)
      return { tokens: tokens.length }
    },
  },
  role_lost: {
    does: 'The person loses the role on a page of the social platform: its page tokens answer 190/492.',
    takes: { person: fields.person, page: 'the id of the page' },
    run: (state, input, now) => {
      const tokens = grantsIn(state, input, 'social')
        .flatMap((grant) => tokensOf(state, grant, 'page'))
        .filter((token) => token.page === String(input['page']))
      for (const token of tokens) killToken(token, 'role_lost', now)
      return { tokens: tokens.length }
    },
  },
  deauthorize: {
    does: 'The person removes the application on the social platform, which tells it so with a signed_request.',
    takes: {
      person: fields.person,
      url: 'the application’s deauthorize callback, on this machine',
      clientId: 'the application; the first one without it',
      page: 'the id of a page, when a page removed the application instead of the person',
    },
    run: deauthorize,
  },
}

async function deauthorize(state: State, input: Input, now: number): Promise<unknown> {
  const person = personIn(state, input)
  const { url, page, clientId } = input as { url?: unknown; page?: unknown; clientId?: unknown }
  if (typeof url !== 'string' || !/^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\//.test(url)) {
    throw new SimulationRefusal(
      'url',
      `'url' is an address on this machine, such as 'http://127.0.0.1:8080/deauthorize'.`,
    )
  }
  const app = Object.values(state.apps.social).find(
    (known) => clientId === undefined || known.clientId === clientId,
  )
  if (app === undefined) {
    throw new SimulationRefusal(
      'clientId',
      `'clientId' is one of: ${Object.keys(state.apps.social).join(', ')}.`,
    )
  }
  const issued = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(now / 1000) }
  const payload =
    page === undefined
      ? { ...issued, user_id: person.ids.social, user: { country: 'us', locale: person.locale } }
      : { ...issued, user_id: 0, profile_id: String(page) }
  if (page === undefined) {
    afflict(grantsIn(state, { person: person.key, clientId: app.clientId }, 'social'), 'removed', false, now)
  }
  const body = new URLSearchParams({ signed_request: signedRequest(app, payload) })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(10_000),
      redirect: 'manual',
    })
    return { sent: payload, status: response.status, body: (await response.text()).slice(0, 2_000) }
  } catch (error) {
    return { sent: payload, status: 0, problem: String(error) }
  }
}
