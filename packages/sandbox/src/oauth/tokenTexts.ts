// The formats of tokens. A service that uses a remote sandbox derives standing tokens here, without loading
// the sandbox.

import { createHash } from 'node:crypto'
import type { PlatformName } from '../core/exchange.ts'

/**
 * Derives the text of a token that exists from the start and needs no consent. The text is the same in every
 * sandbox.
 */
export function standingTokenText(
  platform: PlatformName,
  personKey: string,
  kind: 'access' | 'refresh' = 'access',
  clientId = '',
): string {
  return tokenFormats[platform][kind](
    deriveText(`standing:${platform}:${personKey}:${kind}:${clientId}`, 200),
  )
}

/** The format of each platform's tokens, so that a redactor that matches formats finds them. */
export const tokenFormats: Readonly<
  Record<PlatformName, Readonly<Record<'access' | 'refresh' | 'code', (text: string) => string>>>
> = {
  social: {
    access: (text) => `EAAB${text.slice(0, 150)}`,
    refresh: (text) => `EAAR${text.slice(0, 150)}`,
    code: (text) => `AQD${text.slice(0, 160)}`,
  },
  search: {
    access: (text) => `ya29.a0${text.slice(0, 150)}`,
    refresh: (text) => `1//0${text.slice(0, 80)}`,
    code: (text) => `4/0A${text.slice(0, 70)}`,
  },
  pro: {
    access: (text) => `AQV${text.slice(0, 197)}`,
    refresh: (text) => `AQW${text.slice(0, 197)}`,
    code: (text) => `AQT${text.slice(0, 120)}`,
  },
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
