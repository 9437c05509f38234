// The differences between the OAuth servers of the platforms.

import type { PlatformName } from '../core/exchange.ts'
import type { SecretRules } from '../core/ledger.ts'
import type { TokenFormats } from './tokenTexts.ts'

export interface OAuthProfile {
  readonly platform: PlatformName
  /** Name of the platform on the consent page, such as `Social network`. */
  readonly title: string
  readonly tokenFormats: TokenFormats
  /** The secrets in requests, which the list of requests shortens. */
  readonly secrets: SecretRules
  /** The tokens that every person has from the start. */
  readonly standingTokens: {
    readonly access: {
      readonly kind: 'user' | 'access'
      readonly expires: boolean
      readonly longLived?: true
    }
    /** Absent when the platform has no refresh tokens. */
    readonly refresh?: { readonly expires: boolean }
  }
}
