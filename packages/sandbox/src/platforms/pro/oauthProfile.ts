import type { OAuthProfile } from '../../oauth/profile.ts'
import { proTokenFormats } from './tokenFormats.ts'

export const proOAuth: OAuthProfile = {
  platform: 'pro',
  title: 'Professional network',
  tokenFormats: proTokenFormats,
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: true } },
}
