import type { OAuthProfile } from '../../oauth/profile.ts'
import { proTokenFormats } from './tokenFormats.ts'

export const proOAuth: OAuthProfile = {
  platform: 'pro',
  title: 'Professional network',
  tokenFormats: proTokenFormats,
  secrets: { headers: [], patterns: [/AQ[A-Za-z0-9_-]{40,}/g] },
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: true } },
}
