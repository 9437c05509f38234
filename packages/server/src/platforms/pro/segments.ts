// The audiences of an account.

import type * as rows from './rows.ts'

/** An account has audiences of one kind only, because the two kinds have separate id spaces. */
export type AudienceSegments =
  | { readonly kind: 'dmp'; readonly segments: readonly rows.DmpSegment[] }
  | { readonly kind: 'ad'; readonly segments: readonly rows.AdSegment[] }
