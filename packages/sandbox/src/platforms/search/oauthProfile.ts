import type { OAuthProfile } from '../../oauth/profile.ts'
import { searchTokenFormats } from './tokenFormats.ts'

export const searchOAuth: OAuthProfile = {
  platform: 'search',
  title: 'Search advertising',
  tokenFormats: searchTokenFormats,
  standingTokens: { access: { kind: 'access', expires: true }, refresh: { expires: false } },
}
