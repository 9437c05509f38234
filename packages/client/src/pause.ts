// Timers and clocks. No other module of the client reads the time.

/** Returns a function that reports the remaining time of a span that starts now. */
export function startCountdown(ms: number): () => number {
  const endMs = performance.now() + ms
  return () => Math.max(0, endMs - performance.now())
}

/** Waits, and rejects early with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

const initialBackoffMs = 250
const maxBackoffMs = 8_000

/**
 * Computes the delay before the next attempt when the service names none: exponential, with jitter so that
 * clients do not retry in step.
 */
export function computeBackoffMs(attempt: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return Math.min(maxBackoffMs, initialBackoffMs * 2 ** (attempt - 1)) * (0.5 + random / 2 ** 33)
}

/** Parses `Retry-After`: seconds, or a date. */
export function parseRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

export function secondsSinceEpoch(): number {
  return Math.floor(Date.now() / 1000)
}
