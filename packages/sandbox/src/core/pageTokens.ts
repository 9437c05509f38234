// Page tokens that callers cannot make up: a digest binds the numbers of a position to the caller and the query.

import { deriveText } from './derivedText.ts'

const digestLength = 16

export function encodePageToken(position: readonly number[], binding: string): string {
  return Buffer.from([digest(position, binding), ...position].join('.')).toString('base64url')
}

/** Returns the position, or undefined when the token was not issued for this binding. */
export function decodePageToken(token: string, binding: string): number[] | undefined {
  const [signature, ...texts] = Buffer.from(token, 'base64url').toString('latin1').split('.')
  const position = texts.map(Number)
  const isValid = position.every(Number.isSafeInteger) && signature === digest(position, binding)
  return isValid ? position : undefined
}

function digest(position: readonly number[], binding: string): string {
  return deriveText(`${binding}:${position.join(':')}`, digestLength)
}
