import { expect, test } from 'vitest'
import { formatJsonLine, formatTextLine, type LogRecord } from './logLine.ts'

const request: LogRecord = {
  level: 'info',
  time: '2026-11-15T09:30:00.123Z',
  event: 'http.request',
  requestId: 'req_1',
  operation: 'social/edit_campaign',
  status: 400,
  code: 'UNKNOWN_FIELD',
  workspaceId: 'ws_1',
  keyId: 'key_1',
  ms: 12.345,
  msg: 'request',
}

test('formatJsonLine writes a record as JSON on one line, with its level by name', () => {
  expect(JSON.parse(formatJsonLine(request))).toEqual(request)
  expect(formatJsonLine({ ...request, note: 'two\nlines' })).not.toContain('\n')
})

test('formatTextLine writes the operation, the outcome and the duration of a request on one line', () => {
  expect(formatTextLine(request)).toBe('09:30:00 info  social/edit_campaign 400 UNKNOWN_FIELD 12 ms req_1')
  expect(
    formatTextLine({
      level: 'info',
      time: request.time,
      event: 'linking.failed',
      msg: 'link failed',
      problem: 'no_pages',
    }),
  ).toBe('09:30:00 info  link failed problem=no_pages')
})

test('formatTextLine writes an error below the line, without control characters for the terminal', () => {
  const { time, requestId, operation } = request
  const error = 'Error: x\n  at y\u001b[2J'
  expect(
    formatTextLine({
      level: 'error',
      time,
      event: 'http.request.failed',
      msg: 'request failed',
      requestId,
      operation,
      error,
    }),
  ).toBe('09:30:00 error request failed operation=social/edit_campaign req_1\nError: x\n  at y [2J')
})
