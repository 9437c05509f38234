// The texts of tokens.

import { deriveText } from '../core/derivedText.ts'

/** The format of a platform's tokens, so that a redactor that matches formats finds them. */
export type TokenFormats = Readonly<Record<'access' | 'refresh' | 'code', (text: string) => string>>

/** Derives the text of a token that exists from the start, which is the same in every sandbox. */
export function deriveStandingToken(
  platform: string,
  formats: TokenFormats,
  personKey: string,
  kind: 'access' | 'refresh',
  clientId: string,
): string {
  return formats[kind](deriveText(`standing:${platform}:${personKey}:${kind}:${clientId}`, 200))
}
