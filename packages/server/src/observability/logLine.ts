// Formats a log record as a line: JSON for programs, short text for someone who watches a terminal.

import type { LogEvent } from './logEvents.ts'

export interface LogRecord {
  readonly level: string
  readonly time: string
  readonly event: LogEvent
  readonly msg: string
  readonly [field: string]: unknown
}

export type LineFormatter = (record: LogRecord) => string

/** Fields keep the order in which the record was built. */
export const formatJsonLine: LineFormatter = (record) => JSON.stringify(record)

/**
 * The most important fields come first. IDs that only connect lines with each other are left to the JSON
 * format.
 */
export const formatTextLine: LineFormatter = ({
  level,
  time,
  event,
  msg,
  error,
  requestId,
  workspaceId,
  keyId,
  traceId,
  ...fields
}) => {
  const { operation, status, code, ms, ...otherFields } = fields
  const summary = event === 'http.request' ? [operation, status, code, `${Math.round(Number(ms))} ms`] : [msg]
  const extraFields = Object.entries(event === 'http.request' ? otherFields : fields)
  const parts = [
    time.slice(11, 19),
    level.padEnd(5),
    ...summary,
    ...extraFields.flatMap(([field, value]) =>
      value === undefined ? [] : `${field}=${stripControlChars(value)}`,
    ),
    requestId,
  ]
  const line = parts.filter((part) => part !== undefined).join(' ')
  return error === undefined ? line : `${line}\n${stripControlChars(error)}`
}

/** Removes the control characters that a terminal would interpret. */
function stripControlChars(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression matches control characters.
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
