// The log: one buffered line per request, and events that an operator needs to know.

import { closeSync, openSync, writeSync } from 'node:fs'
import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type LogEvent, logEvents } from './logEvents.ts'
import { formatJsonLine, type LineFormatter } from './logLine.ts'
import { redactSecrets } from './redact.ts'
import { currentTraceId } from './tracing.ts'

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
 * Creates the log. `minLevel` is a level or `silent`. `destination` is a file path or an open file descriptor.
 */
export function makeLog(
  minLevel: string,
  runtime: Runtime,
  destination: number | string = 1,
  formatLine: LineFormatter = formatJsonLine,
): Log {
  const enabledLevels = levels.includes(minLevel) ? levels.slice(levels.indexOf(minLevel)) : []
  const buffer = new LineBuffer(destination)
  const timestamp = cachedTimestamp(runtime)
  const write = (level: string, event: LogEvent, fields: Readonly<Record<string, unknown>>) => {
    if (enabledLevels.includes(level))
      buffer.add(formatLine({ level, time: timestamp(), event, ...fields, msg: logEvents[event].msg }))
  }
  const logsRequests = enabledLevels.includes('info')
  const withTraceId = (fields: Readonly<Record<string, unknown>>) => ({
    traceId: currentTraceId(),
    ...fields,
  })
  // A quiet service also writes its lines within a second.
  const stopFlushing = runtime.every(1000, () => buffer.flush())
  return {
    request(fields) {
      if (!logsRequests) return
      const { requestId, surface, operation, status, code } = fields
      const { workspaceId, keyId, address, callerRequestId, traceId, ms } = fields
      buffer.add(
        // Each field is named: copying all fields of an object costs several times as much.
        formatLine({
          level: 'info',
          time: timestamp(),
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
      write('info', event, withTraceId(redactFields(fields)))
      buffer.flush()
    },
    warn(event, fields = {}) {
      write('warn', event, withTraceId(redactFields(fields)))
      buffer.flush()
    },
    error(event, error, fields = {}) {
      write('error', event, withTraceId({ ...fields, ...describeError(error) }))
      buffer.flush()
    },
    close() {
      stopFlushing()
      buffer.close()
    },
  }
}

/** Formats the current time, once per millisecond. */
function cachedTimestamp(runtime: Runtime): () => string {
  let formattedAt = Number.NaN
  let text = ''
  return () => {
    const now = runtime.now()
    if (now !== formattedAt) {
      formattedAt = now
      text = new Date(now).toISOString()
    }
    return text
  }
}

const flushCharacters = 4096
const maxBufferedCharacters = 4 * 1024 * 1024

/** Buffers lines and writes many of them at a time. */
class LineBuffer {
  readonly #file: number
  readonly #ownsFile: boolean
  #isClosed = false
  #pending = ''

  constructor(destination: number | string) {
    this.#ownsFile = typeof destination === 'string'
    this.#file = typeof destination === 'string' ? openSync(destination, 'a') : destination
  }

  add(line: string): void {
    // A reader that stops reading must not exhaust the memory, so lines beyond the limit are dropped.
    if (this.#pending.length < maxBufferedCharacters) this.#pending += `${line}\n`
    if (this.#pending.length >= flushCharacters) this.flush()
  }

  flush(): void {
    if (this.#isClosed) return
    let bytes = Buffer.from(this.#pending)
    this.#pending = ''
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#file, bytes))
    } catch (error) {
      // EAGAIN means that a pipe is full for the moment, so the bytes are written later. Other write errors
      // are ignored.
      if ((error as { code?: string }).code === 'EAGAIN') this.#pending = bytes.toString() + this.#pending
    }
  }

  close(): void {
    this.flush()
    // The file is closed only once: later the descriptor may belong to another file.
    if (this.#ownsFile && !this.#isClosed) closeSync(this.#file)
    this.#isClosed = this.#ownsFile
  }
}

/** Texts of platforms and callers may quote a secret. */
function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const redactField = ([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? redactSecrets(value) : value,
  ]
  return Object.fromEntries(Object.entries(fields).map(redactField))
}

/** Keeps only the texts of an error: error objects of HTTP clients and drivers carry headers and values. */
function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: redactSecrets(String(error)) }
  const note = error instanceof ServiceError ? error.details.note : undefined
  return {
    error: redactSecrets(error.stack ?? error.message),
    ...(note === undefined ? {} : { note: redactSecrets(note) }),
    ...(error.cause instanceof Error
      ? { cause: redactSecrets(error.cause.stack ?? error.cause.message) }
      : {}),
  }
}
