// Formats a log record as a line: JSON for programs, short text for someone who watches a terminal.

import type { LogEvent } from './logEvents.ts'

export interface LogRecord {
  readonly level: string
  readonly time: string
  readonly event: LogEvent
  readonly msg: string
  readonly [field: string]: unknown
}

export type WriteLine = (record: LogRecord) => string

/** Fields keep the order in which the record was built. */
export const asJson: WriteLine = (record) => JSON.stringify(record)

/**
 * The most important fields come first. IDs that only connect lines with each other are left to the JSON
 * format.
 */
export const asWords: WriteLine = ({
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
  const { operation, status, code, ms, ...rest } = fields
  const what = event === 'http.request' ? [operation, status, code, `${Math.round(Number(ms))} ms`] : [msg]
  const others = Object.entries(event === 'http.request' ? rest : fields)
  const words = [
    time.slice(11, 19),
    level.padEnd(5),
    ...what,
    ...others.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${plain(value)}`)),
    requestId,
  ]
  const line = words.filter((word) => word !== undefined).join(' ')
  return error === undefined ? line : `${line}\n${plain(error)}`
}

/** Removes the control characters that a terminal would interpret. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression matches control characters.
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
