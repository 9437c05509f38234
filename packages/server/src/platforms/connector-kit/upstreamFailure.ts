/** Error for a call without a usable response. The kind shows whether the request may have had an effect. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  /** Delay before a retry makes sense. */
  readonly retryAfterSeconds: number

  constructor(kind: FailureKind, message: string, cause?: unknown, retryAfterSeconds = 2) {
    super(message, { cause })
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type FailureKind =
  /** No connection was established, so nothing was sent. */
  | 'unreachable'
  /** A circuit breaker or a full queue rejected the call, so nothing was sent. */
  | 'paused'
  /** The deadline of the request expired, before or after the call was sent. */
  | 'late'
  | 'timeout'
  | 'cut'
  /** The budget for response bytes is exhausted. */
  | 'crowded'
  | 'too_large'
  | 'garbled'
