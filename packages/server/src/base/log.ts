// One line for each request, buffered; plus what an operator has to know.

import { closeSync, openSync, writeSync } from 'node:fs'
import { ServiceError } from './errors.ts'
import { type LogEvent, logEvents } from './logEvents.ts'
import { asJson, type WriteLine } from './logLine.ts'
import { scrub } from './redact.ts'
import type { Runtime } from './runtime.ts'
import { traceNow } from './tracing.ts'

/** What is told of a request that was answered. Members without a value are left out. */
export interface RequestFields {
  readonly requestId: string
  readonly surface: string
  readonly operation: string
  readonly status: number
  readonly code: string | undefined
  readonly workspaceId: string | undefined
  readonly keyId: string | undefined
  /** The client's; absent where the settings leave it out. */
  readonly address: string | undefined
  readonly callerRequestId: string | undefined
  readonly traceId: string | undefined
  readonly ms: number
}

export interface Log {
  request(fields: RequestFields): void
  info(event: LogEvent, fields?: Readonly<Record<string, unknown>>): void
  /** Something that will have to be looked at. */
  warn(event: LogEvent, fields?: Readonly<Record<string, unknown>>): void
  /** Something that must be looked at. */
  error(event: LogEvent, error: unknown, fields?: Readonly<Record<string, unknown>>): void
  close(): void
}

const levels = ['debug', 'info', 'warn', 'error']

/** `least` is one of the levels, or `silent`. The destination is a file, or the number of an open one. */
export function makeLog(
  least: string,
  runtime: Runtime,
  destination: number | string = 1,
  lineOf: WriteLine = asJson,
): Log {
  const shown = levels.includes(least) ? levels.slice(levels.indexOf(least)) : []
  const lines = new Lines(destination)
  const timeNow = timesInWords(runtime)
  const write = (level: string, event: LogEvent, fields: Readonly<Record<string, unknown>>) => {
    if (shown.includes(level))
      lines.add(lineOf({ level, time: timeNow(), event, ...fields, msg: logEvents[event].msg }))
  }
  const showsRequests = shown.includes('info')
  const inTrace = (fields: Readonly<Record<string, unknown>>) => ({ traceId: traceNow(), ...fields })
  // A quiet service shows its lines within a second all the same.
  const stopFlushing = runtime.every(1000, () => lines.flush())
  return {
    request(fields) {
      if (!showsRequests) return
      const { requestId, surface, operation, status, code } = fields
      const { workspaceId, keyId, address, callerRequestId, traceId, ms } = fields
      lines.add(
        // Name by name: copying all members of something costs several times as much.
        lineOf({
          level: 'info',
          time: timeNow(),
          event: 'http.request',
          requestId,
          surface,
          operation,
          status,
          code,
          workspaceId,
          keyId,
          address,
          callerRequestId,
          traceId,
          ms,
          msg: 'request',
        }),
      )
    },
    info(event, fields = {}) {
      write('info', event, inTrace(withoutSecrets(fields)))
      lines.flush()
    },
    warn(event, fields = {}) {
      write('warn', event, inTrace(withoutSecrets(fields)))
      lines.flush()
    },
    error(event, error, fields = {}) {
      write('error', event, inTrace({ ...fields, ...describe(error) }))
      lines.flush()
    },
    close() {
      stopFlushing()
      lines.close()
    },
  }
}

/** The time in words, written down once for all that happens within a millisecond. */
function timesInWords(runtime: Runtime): () => string {
  let at = Number.NaN
  let words = ''
  return () => {
    const now = runtime.now()
    if (now !== at) {
      at = now
      words = new Date(now).toISOString()
    }
    return words
  }
}

const enoughCharacters = 4096
const mostCharacters = 4 * 1024 * 1024

/** Lines on their way to a file, written many at a time. */
class Lines {
  readonly #file: number
  readonly #isOurs: boolean
  #isClosed = false
  #waiting = ''

  constructor(destination: number | string) {
    this.#isOurs = typeof destination === 'string'
    this.#file = typeof destination === 'string' ? openSync(destination, 'a') : destination
  }

  add(line: string): void {
    // A reader that has stopped reading must not fill the memory: what it does not take is lost.
    if (this.#waiting.length < mostCharacters) this.#waiting += `${line}\n`
    if (this.#waiting.length >= enoughCharacters) this.flush()
  }

  flush(): void {
    if (this.#isClosed) return
    let bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#file, bytes))
    } catch (error) {
      // A pipe that is full for the moment takes the rest later. Nobody hears of anything else that goes wrong with a log.
      if ((error as { code?: string }).code === 'EAGAIN') this.#waiting = bytes.toString() + this.#waiting
    }
  }

  close(): void {
    this.flush()
    // Once: by the next time the number may be that of another file.
    if (this.#isOurs && !this.#isClosed) closeSync(this.#file)
    this.#isClosed = this.#isOurs
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
