// The texts of tokens.

import { createHash } from 'node:crypto'

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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function deriveText(source: string, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block++) {
    for (const byte of createHash('sha256').update(`${source}:${block}`).digest()) {
      text += alphabet[byte % alphabet.length]
    }
  }
  return text.slice(0, length)
}
