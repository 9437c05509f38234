import type { OAuthProfile } from '../../oauth/profile.ts'
import { socialTokenFormats } from './tokenFormats.ts'

export const socialOAuth: OAuthProfile = {
  platform: 'social',
  title: 'Social network',
  tokenFormats: socialTokenFormats,
  standingTokens: { access: { kind: 'user', expires: false, longLived: true } },
}
