import type { OAuthProfile } from '../../oauth/profile.ts'
import { searchTokenFormats } from './tokenFormats.ts'

export const searchOAuth: OAuthProfile = {
  platform: 'search',
  title: 'Search advertising',
  tokenFormats: searchTokenFormats,
  secrets: {
    headers: ['developer-token'],
    patterns: [/ya29\.[\w-]{20,}/g, /1\/\/[\w-]{20,}/g, /4\/0A[\w-]{20,}/g],
  },
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: false } },
}
