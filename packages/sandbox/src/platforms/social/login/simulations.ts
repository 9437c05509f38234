// Simulations of changes to a person's access: passwords, checks, roles.

import type { Simulation } from '../../../core/exchange.ts'
import { invalidateToken, invalidateTokens, listTokens } from '../../../oauth/grants.ts'
import type { InvalidationReason } from '../../../oauth/people.ts'
import { accessFields, readBoolean, readGrants, setGrantsInvalid } from '../../../oauth/simulations.ts'

/** Invalidates every token of the grants. The grants stay valid. */
const endSessions =
  (reason: InvalidationReason): Simulation['run'] =>
  (state, input, now) => {
    const grants = readGrants(state, input, 'social').filter((grant) => grant.death === undefined)
    for (const grant of grants) invalidateTokens(state, grant, reason, now)
    return { grants: grants.length }
  }

export const socialAccessSimulations: Readonly<Record<string, Simulation>> = {
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
