import { errors as undici } from 'undici'

const kinds = [TypeError, RangeError, ReferenceError, SyntaxError, undici.InvalidArgumentError]

/** Whether a call failed for a mistake of our own, not of the network: trying again does not mend it, and it must be seen. */
export function isOwnMistake(error: Error): boolean {
  return kinds.some((kind) => error instanceof kind)
}
