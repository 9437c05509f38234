const errorClasses = [TypeError, RangeError, ReferenceError, SyntaxError]

/**
 * True when a bug in adrail caused the error, not the network. A retry does not help, and the error must be
 * reported.
 */
export function isProgrammingError(error: Error): boolean {
  // The code of undici's error for a request that it does not send, such as one with an invalid header.
  const isBadRequest = 'code' in error && error.code === 'UND_ERR_INVALID_ARG'
  return isBadRequest || errorClasses.some((errorClass) => error instanceof errorClass)
}
