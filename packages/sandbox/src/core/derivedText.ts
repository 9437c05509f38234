// Text without meaning that is the same in every run.

import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Derives letters and digits from the hash of a source. */
export function deriveText(source: string, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block++) {
    for (const byte of createHash('sha256').update(`${source}:${block}`).digest()) {
      text += alphabet[byte % alphabet.length]
    }
  }
  return text.slice(0, length)
}
