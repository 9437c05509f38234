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

test('for programs a record is JSON on one line, with its level by name', () => {
  expect(JSON.parse(formatJsonLine(request))).toEqual(request)
  expect(formatJsonLine({ ...request, note: 'two\nlines' })).not.toContain('\n')
})

test('for people it says in a line what was asked, what came of it and how long it took', () => {
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

test('an error stands below, and what others wrote commands no terminal', () => {
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
