/** Why no usable answer came. What it says about the effect of the request: see the kinds. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  /** When it makes sense to ask again. */
  readonly retryAfterSeconds: number

  constructor(kind: FailureKind, message: string, cause?: unknown, retryAfterSeconds = 2) {
    super(message, { cause })
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type FailureKind =
  /** No connection came about: nothing was sent. */
  | 'unreachable'
  /** Too many calls before it had no answer, so that it was not sent. */
  | 'paused'
  /** The time of the request was over, before it was sent or after. */
  | 'late'
  | 'timeout'
  | 'cut'
  /** Too much is held of other answers. */
  | 'crowded'
  | 'too_large'
  | 'garbled'
