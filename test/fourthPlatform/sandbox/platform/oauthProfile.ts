import type { OAuthProfile } from '../../oauth/profile.ts'
import { townTokenFormats } from './tokenFormats.ts'

export const townOAuth: OAuthProfile = {
  platform: 'town',
  title: 'Town Board',
  tokenFormats: townTokenFormats,
  secrets: { headers: [], patterns: [/TW[NRC][A-Za-z0-9]{20,}/g] },
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: true } },
}
