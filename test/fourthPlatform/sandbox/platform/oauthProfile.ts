import type { OAuthProfile } from '../../oauth/profile.ts'
import { townTokenFormats } from './tokenFormats.ts'

export const townOAuth: OAuthProfile = {
  platform: 'town',
  title: 'Town Board',
  tokenFormats: townTokenFormats,
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: true } },
}
