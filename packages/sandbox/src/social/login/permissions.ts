// The permissions that a person granted to the application: listed, and revoked one by one or all at once.
// https://developers.facebook.com/docs/graph-api/reference/user/permissions

import type { Answer, Exchange } from '../../core/exchange.ts'
import { allParameters } from '../../core/parameters.ts'
import { killGrant, liveGrant } from '../../oauth/grants.ts'
import type { Grant } from '../../oauth/people.ts'
import { grantedScopes } from '../../oauth/withheld.ts'
import { authenticateSocial, dataAccessEnd, graphRefusal } from './authenticate.ts'

export function permissions(exchange: Exchange, parameters: Readonly<Record<string, string>>): Answer {
  const found = permissionHolder(exchange, parameters['user'] ?? 'me')
  if ('refusal' in found) return found.refusal
  const { grant } = found
  const granted = grantedScopes(exchange.state, 'social', grant.person, grant.scopes)
  const row = (status: string) => (permission: string) => ({ permission, status })
  const lapsed = !grant.standing && dataAccessEnd(grant) <= exchange.now
  return {
    status: 200,
    body: {
      data: [...granted.map(row(lapsed ? 'expired' : 'granted')), ...grant.declined.map(row('declined'))],
    },
  }
}

export function removePermissions(exchange: Exchange, parameters: Readonly<Record<string, string>>): Answer {
  const found = permissionHolder(exchange, parameters['user'] ?? 'me')
  if ('refusal' in found) return found.refusal
  const { grant } = found
  const permission = parameters['permission'] ?? allParameters(exchange).get('permission') ?? undefined
  if (permission === undefined) {
    killGrant(grant, 'removed', exchange.now)
    exchange.effect('grant_removed', grant.id, { person: grant.person })
    return { status: 200, body: { success: true } }
  }
  if (!grant.scopes.includes(permission)) {
    return graphRefusal(exchange, {
      message: `(#100) Invalid parameter: permission ${permission} is not granted`,
      code: 100,
    })
  }
  grant.scopes = grant.scopes.filter((scope) => scope !== permission)
  grant.declined = [...grant.declined, permission].sort()
  exchange.effect('permission_removed', grant.id, { person: grant.person, permission })
  return { status: 200, body: { success: true } }
}

function permissionHolder(exchange: Exchange, user: string): { grant: Grant } | { refusal: Answer } {
  const authentication = authenticateSocial(exchange)
  if ('refusal' in authentication) return authentication
  const { caller } = authentication
  const { state } = exchange
  const unknown = {
    refusal: graphRefusal(exchange, {
      message: `Unsupported request. Object with ID '${user}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      type: 'GraphMethodException',
      code: 100,
      subcode: 33,
    }),
  }
  if (caller.kind === 'app') {
    const person = Object.values(state.people).find(({ ids }) => ids.social === user)
    const grant = person && liveGrant(state, 'social', person.key, caller.app.clientId)
    return grant === undefined ? unknown : { grant }
  }
  const grant = state.grants[caller.token.grant]
  if (grant === undefined || (user !== 'me' && user !== caller.person?.ids.social)) return unknown
  return { grant }
}
