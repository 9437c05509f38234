// The grant type `authorization_code`: an application exchanges the code of a consent for tokens (RFC 6749,
// section 4.1.3, and RFC 7636 for the code verifier).

import { createHash } from 'node:crypto'
import type { HttpResponse } from '../core/exchange.ts'
import { findCode } from './grants.ts'
import type { Code, Grant } from './people.ts'
import { findRefusal, type Refusal } from './refusals.ts'
import type { ClientRequest } from './tokenEndpoint.ts'

export type CodeProblem =
  | 'missing_code'
  | 'missing_redirect_uri'
  | 'unknown_code'
  /** The code was issued to another application. */
  | 'foreign_code'
  | 'used_code'
  | 'expired_code'
  | 'other_redirect_uri'
  | 'missing_verifier'
  | 'wrong_verifier'
  | 'ended_grant'

export interface CodeGrant {
  readonly lifetimeMs: number
  readonly refusals: readonly Refusal<CodeProblem, ClientRequest>[]
  /** The response to a code whose grant ended. The code counts as used unless `refusals` contains the problem. */
  readonly refuseEndedGrant: (request: ClientRequest) => HttpResponse
  /** Issues the tokens. */
  readonly respond: (request: ClientRequest, grant: Grant, code: Code) => HttpResponse
}

/** Builds the function that executes the grant type. */
export function codeGrant(profile: CodeGrant): (request: ClientRequest) => HttpResponse {
  return (request) => {
    const { exchange, parameters, app } = request
    const { state, now } = exchange
    const codeText = parameters.get('code') ?? ''
    const code = findCode(state, app.platform, codeText)
    const issuedGrant = code && state.grants[code.grant]
    const grant = issuedGrant?.death === undefined ? issuedGrant : undefined
    const redirectUri = parameters.get('redirect_uri') ?? ''
    const refusal = findRefusal(
      profile.refusals,
      {
        missing_code: codeText === '',
        missing_redirect_uri: redirectUri === '',
        unknown_code: code === undefined,
        foreign_code: code?.clientId !== app.clientId,
        used_code: code?.usedAt !== undefined,
        expired_code: code !== undefined && code.issuedAt + profile.lifetimeMs <= now,
        other_redirect_uri: code?.redirectUri !== redirectUri,
        missing_verifier: code?.challenge !== undefined && !parameters.has('code_verifier'),
        wrong_verifier: code !== undefined && !isVerified(code, parameters.get('code_verifier') ?? ''),
        ended_grant: grant === undefined,
      },
      request,
    )
    if (refusal !== undefined) return refusal
    if (code === undefined) throw new Error(`${app.platform} does not refuse unknown codes.`)
    code.usedAt = now
    return grant === undefined ? profile.refuseEndedGrant(request) : profile.respond(request, grant, code)
  }
}

/** Whether the verifier proves the code's challenge. A code without a challenge needs no proof. */
function isVerified({ challenge }: Code, verifier: string): boolean {
  if (challenge === undefined) return true
  const computed =
    challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return computed === challenge.text
}
