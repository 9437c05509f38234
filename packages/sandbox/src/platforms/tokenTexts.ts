// The texts of the tokens that exist from the start. A service that uses a remote sandbox derives them here,
// without loading the sandbox. To add a platform, add a line here.

import type { PlatformName } from '../core/exchange.ts'
import { deriveStandingToken, type TokenFormats } from '../oauth/tokenTexts.ts'
import { proTokenFormats } from './pro/tokenFormats.ts'
import { searchTokenFormats } from './search/tokenFormats.ts'
import { socialTokenFormats } from './social/tokenFormats.ts'

const formats = {
  social: socialTokenFormats,
  search: searchTokenFormats,
  pro: proTokenFormats,
} satisfies Readonly<Record<PlatformName, TokenFormats>>

/**
 * Derives the text of a token that exists from the start and needs no consent. The text is the same in every
 * sandbox.
 */
export function standingTokenText(
  platform: keyof typeof formats,
  personKey: string,
  kind: 'access' | 'refresh' = 'access',
  clientId = '',
): string {
  return deriveStandingToken(platform, formats[platform], personKey, kind, clientId)
}
