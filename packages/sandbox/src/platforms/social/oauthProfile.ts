import type { OAuthProfile } from '../../oauth/profile.ts'
import { socialTokenFormats } from './tokenFormats.ts'

export const socialOAuth: OAuthProfile = {
  platform: 'social',
  title: 'Social network',
  tokenFormats: socialTokenFormats,
  secrets: {
    headers: [],
    patterns: [/EAA[A-Za-z0-9]{20,}/g, /AQ[A-Za-z0-9_-]{40,}/g, /(?<=appsecret_proof=)\w+/g],
  },
  standingTokens: { access: { kind: 'user', expires: false, longLived: true } },
}
