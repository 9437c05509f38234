// The permissions that a person granted to the application: listed, and revoked one by one or all at once.
// https://developers.facebook.com/docs/graph-api/reference/user/permissions

import type { Exchange, HttpResponse } from '../../../core/exchange.ts'
import { parseAllParameters } from '../../../core/parameters.ts'
import { findLiveGrant, invalidateGrant } from '../../../oauth/grants.ts'
import type { Grant } from '../../../oauth/people.ts'
import { removeWithheldScopes } from '../../../oauth/withheld.ts'
import { authenticateSocial, dataAccessEnd, graphAuthErrorResponse } from './authenticate.ts'

export function listPermissions(
  exchange: Exchange,
  parameters: Readonly<Record<string, string>>,
): HttpResponse {
  const holder = findPermissionHolder(exchange, parameters['user'] ?? 'me')
  if ('refusal' in holder) return holder.refusal
  const { grant } = holder
  const grantedPermissions = removeWithheldScopes(exchange.state, 'social', grant.person, grant.scopes)
  const toRow = (status: string) => (permission: string) => ({ permission, status })
  const isExpired = !grant.standing && dataAccessEnd(grant) <= exchange.now
  return {
    status: 200,
    body: {
      data: [
        ...grantedPermissions.map(toRow(isExpired ? 'expired' : 'granted')),
        ...grant.declined.map(toRow('declined')),
      ],
    },
  }
}

export function removePermissions(
  exchange: Exchange,
  parameters: Readonly<Record<string, string>>,
): HttpResponse {
  const holder = findPermissionHolder(exchange, parameters['user'] ?? 'me')
  if ('refusal' in holder) return holder.refusal
  const { grant } = holder
  const permission = parameters['permission'] ?? parseAllParameters(exchange).get('permission') ?? undefined
  if (permission === undefined) {
    invalidateGrant(grant, 'removed', exchange.now)
    exchange.effect('grant_removed', grant.id, { person: grant.person })
    return { status: 200, body: { success: true } }
  }
  if (!grant.scopes.includes(permission)) {
    return graphAuthErrorResponse(exchange, {
      message: `(#100) Invalid parameter: permission ${permission} is not granted`,
      code: 100,
    })
  }
  grant.scopes = grant.scopes.filter((scope) => scope !== permission)
  grant.declined = [...grant.declined, permission].sort()
  exchange.effect('permission_removed', grant.id, { person: grant.person, permission })
  return { status: 200, body: { success: true } }
}

function findPermissionHolder(
  exchange: Exchange,
  user: string,
): { grant: Grant } | { refusal: HttpResponse } {
  const authentication = authenticateSocial(exchange)
  if ('refusal' in authentication) return authentication
  const { caller } = authentication
  const { state } = exchange
  const notFoundRefusal = {
    refusal: graphAuthErrorResponse(exchange, {
      message: `Unsupported request. Object with ID '${user}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      type: 'GraphMethodException',
      code: 100,
      subcode: 33,
    }),
  }
  if (caller.kind === 'app') {
    const person = Object.values(state.people).find(({ ids }) => ids.social === user)
    const grant = person && findLiveGrant(state, 'social', person.key, caller.app.clientId)
    return grant === undefined ? notFoundRefusal : { grant }
  }
  const grant = state.grants[caller.token.grant]
  if (grant === undefined || (user !== 'me' && user !== caller.person?.ids.social)) return notFoundRefusal
  return { grant }
}
