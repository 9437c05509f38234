const errorClasses = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Whether a call failed for a mistake of our own, not of the network: trying again does not mend it, and it must be seen. */
export function isProgrammingError(error: Error): boolean {
  // What the HTTP client says of a request that it does not send, such as one with a broken header.
  const isBadRequest = 'code' in error && error.code === 'UND_ERR_INVALID_ARG'
  return isBadRequest || errorClasses.some((errorClass) => error instanceof errorClass)
}
