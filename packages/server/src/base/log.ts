// The log: one buffered line per request, and events that an operator needs to know.

import { closeSync, openSync, writeSync } from 'node:fs'
import { ServiceError } from './errors.ts'
import { type LogEvent, logEvents } from './logEvents.ts'
import { asJson, type WriteLine } from './logLine.ts'
import { scrub } from './redact.ts'
import type { Runtime } from './runtime.ts'
import { traceNow } from './tracing.ts'

/** The fields of a request's log line. Fields without a value are left out. */
export interface RequestFields {
  readonly requestId: string
  readonly surface: string
  readonly operation: string
  readonly status: number
  readonly code: string | undefined
  readonly workspaceId: string | undefined
  readonly keyId: string | undefined
  /** The client's address. Absent if the settings leave addresses out of the log. */
  readonly address: string | undefined
  readonly callerRequestId: string | undefined
  readonly traceId: string | undefined
  readonly ms: number
}

export interface Log {
  request(fields: RequestFields): void
  info(event: LogEvent, fields?: Readonly<Record<string, unknown>>): void
  /** An event that someone should check soon. */
  warn(event: LogEvent, fields?: Readonly<Record<string, unknown>>): void
  /** An event that someone must check. */
  error(event: LogEvent, error: unknown, fields?: Readonly<Record<string, unknown>>): void
  close(): void
}

const levels = ['debug', 'info', 'warn', 'error']

/**
 * Creates the log. `least` is a level or `silent`. `destination` is a file path or an open file descriptor.
 */
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
  // A quiet service also writes its lines within a second.
  const stopFlushing = runtime.every(1000, () => lines.flush())
  return {
    request(fields) {
      if (!showsRequests) return
      const { requestId, surface, operation, status, code } = fields
      const { workspaceId, keyId, address, callerRequestId, traceId, ms } = fields
      lines.add(
        // Each field is named: copying all fields of an object costs several times as much.
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

/** Formats the current time, once per millisecond. */
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

/** Buffers lines and writes many of them at a time. */
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
    // A reader that stops reading must not exhaust the memory, so lines beyond the limit are dropped.
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
      // EAGAIN means that a pipe is full for the moment, so the bytes are written later. Other write errors
      // are ignored.
      if ((error as { code?: string }).code === 'EAGAIN') this.#waiting = bytes.toString() + this.#waiting
    }
  }

  close(): void {
    this.flush()
    // The file is closed only once: later the descriptor may belong to another file.
    if (this.#isOurs && !this.#isClosed) closeSync(this.#file)
    this.#isClosed = this.#isOurs
  }
}

/** Texts of platforms and callers may quote a secret. */
function withoutSecrets(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]) => [name, typeof value === 'string' ? scrub(value) : value]
  return Object.fromEntries(Object.entries(fields).map(clean))
}

/** Keeps only the texts of an error: error objects of HTTP clients and drivers carry headers and values. */
function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: scrub(String(error)) }
  const note = error instanceof ServiceError ? error.details.note : undefined
  return {
    error: scrub(error.stack ?? error.message),
    ...(note === undefined ? {} : { note: scrub(note) }),
    ...(error.cause instanceof Error ? { cause: scrub(error.cause.stack ?? error.cause.message) } : {}),
  }
}
