// Login, tokens and permissions of the social platform.

import type { Call, Exchange } from '../exchange.ts'
import type { Authentication } from '../people.ts'

export const socialOauthCalls: readonly Call[] = []

/** What a call gives to prove who makes it. Without it, header, query and body are searched. */
export interface SocialProof {
  readonly accessToken?: string
  readonly appsecretProof?: string
}

export function authenticateSocial(_exchange: Exchange, _given?: SocialProof): Authentication {
  return { refusal: { status: 400, body: {} } }
}
