// One JSON line for each request, buffered; plus what an operator has to know.

import pino from 'pino'
import { ServiceError } from './errors.ts'
import { scrub } from './redact.ts'
import type { Runtime } from './runtime.ts'

export interface Log {
  /** A request that was answered. */
  request(fields: Readonly<Record<string, unknown>>): void
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  /** Something that must be looked at. */
  error(message: string, error: unknown, fields?: Readonly<Record<string, unknown>>): void
  close(): void
}

export function makeLog(level: string, runtime: Runtime, destination: number | string = 1): Log {
  const stream = pino.destination({ dest: destination, minLength: 4096, sync: true })
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  // A quiet service shows its lines within a second all the same.
  const stopFlushing = runtime.every(1000, () => stream.flushSync())
  return {
    request: (fields) => logger.info(fields, 'request'),
    info(message, fields = {}) {
      logger.info(withoutSecrets(fields), message)
      stream.flushSync()
    },
    error(message, error, fields = {}) {
      logger.error({ ...fields, ...describe(error) }, message)
      stream.flushSync()
    },
    close() {
      stopFlushing()
      stream.flushSync()
    },
  }
}

/** What others said may quote something secret. */
function withoutSecrets(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]) => [name, typeof value === 'string' ? scrub(value) : value]
  return Object.fromEntries(Object.entries(fields).map(clean))
}

/** An error in words only: error objects of HTTP clients and drivers carry headers and values along. */
function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: scrub(String(error)) }
  const note = error instanceof ServiceError ? error.details.note : undefined
  return {
    error: scrub(error.stack ?? error.message),
    ...(note === undefined ? {} : { note: scrub(note) }),
    ...(error.cause instanceof Error ? { cause: scrub(error.cause.stack ?? error.cause.message) } : {}),
  }
}
