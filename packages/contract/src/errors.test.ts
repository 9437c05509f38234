// Tests of the error table, which contains the status of every error code.

import { expect, test } from 'vitest'
import { commonErrors, type ErrorCode, errors, toFailureTexts } from './index.ts'

const statuses = {
  200: [
    'PLATFORM_REJECTED',
    'PERMISSION_MISSING',
    'DUPLICATE_CAMPAIGN_NAME',
    'POLICY_VIOLATION',
    'AUDIENCE_TOO_SMALL',
    'BUDGET_TOO_LOW',
    'OBJECT_NOT_FOUND',
    'ACCOUNT_SUSPENDED',
    'CONCURRENT_CHANGE',
    'OPERATION_ABANDONED',
  ],
  400: [
    'MALFORMED_REQUEST',
    'INVALID_JSON',
    'UNKNOWN_FIELD',
    'INVALID_FIELD',
    'INVALID_CURSOR',
    'INVALID_IDEMPOTENCY_KEY',
  ],
  401: ['UNAUTHENTICATED'],
  403: [
    'FORBIDDEN',
    'BEYOND_OWN_KEY',
    'ORIGIN_NOT_ALLOWED',
    'OPERATOR_SETTING',
    'SPEND_LIMIT_EXCEEDED',
    'SPEND_FROZEN',
    'APPROVAL_REJECTED',
    'APPROVER_IS_REQUESTER',
    'APPROVER_CREATED_BY_REQUESTER',
    'REAUTHENTICATION_REQUIRED',
  ],
  404: [
    'UNKNOWN_OPERATION',
    'USER_NOT_FOUND',
    'LEAD_NOT_FOUND',
    'LINK_NOT_FOUND',
    'OPERATION_NOT_FOUND',
    'ENDPOINT_NOT_FOUND',
    'KEY_NOT_FOUND',
    'SESSION_NOT_FOUND',
    'EVENT_NOT_FOUND',
    'IMAGE_NOT_FOUND',
  ],
  405: ['METHOD_NOT_ALLOWED'],
  408: ['REQUEST_TIMEOUT'],
  409: [
    'IDEMPOTENCY_IN_PROGRESS',
    'TARGET_BUSY',
    'ACCOUNT_NOT_LINKED',
    'ACCOUNT_RELINK_REQUIRED',
    'SECONDARY_ACCOUNT_MISSING',
    'ORGANIZATION_MISSING',
    'VIDEO_NOT_READY',
    'TERMS_NOT_ACCEPTED',
    'CURSOR_EXPIRED',
    'ENDPOINT_DISABLED',
    'KEY_ENDED',
    'LAST_ADMIN_KEY',
    'CANNOT_SETTLE',
    'PLAN_CHANGED',
    'APPROVAL_REQUIRED',
    'APPROVAL_EXPIRED',
    'APPROVAL_ENDED',
    'APPROVAL_BLOCKED',
    'UNDO_REFUSED',
  ],
  413: ['BODY_TOO_LARGE'],
  414: ['URL_TOO_LONG'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  417: ['EXPECTATION_FAILED'],
  422: [
    'IDEMPOTENCY_KEY_REUSED',
    'REFERENCE_NOT_FOUND',
    'IMAGE_NOT_FETCHABLE',
    'IMAGE_NOT_ACCEPTED',
    'IMAGE_QUOTA_EXCEEDED',
    'REDIRECT_URI_NOT_ALLOWED',
    'ENDPOINT_URL_NOT_ALLOWED',
    'ENDPOINT_LIMIT_REACHED',
  ],
  429: ['RATE_LIMITED'],
  431: ['HEADERS_TOO_LARGE'],
  500: ['INTERNAL'],
  502: ['UPSTREAM_BAD_RESPONSE', 'UPSTREAM_ERROR'],
  503: [
    'OVERLOADED',
    'SHUTTING_DOWN',
    'CLOCK_SKEWED',
    'DATABASE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'UPSTREAM_RATE_LIMITED',
    'UPSTREAM_UNAVAILABLE',
    'KEYWORD_IDEAS_NOT_CONFIGURED',
  ],
  504: ['UPSTREAM_TIMEOUT', 'OPERATION_PENDING'],
} as const

test('the error table contains exactly the documented codes with their statuses [R7.3.table]', () => {
  const decided = Object.entries(statuses).flatMap(([status, codes]) =>
    codes.map((code) => `${code} ${status}`),
  )
  const declared = Object.entries(errors).map(([code, { status }]) => `${code} ${status}`)
  expect(declared.sort()).toEqual(decided.sort())
})

test.each(Object.entries(errors))(
  'the error %s has a well-formed code, message, meaning and action',
  (code, definition) => {
    expect(code).toMatch(/^[A-Z][A-Z_]{2,62}$/)
    expect(definition.text).toMatch(/([.]|\{problem\})$/)
    expect(definition.meaning).toMatch(/[.]$/)
    expect(definition.action).toMatch(/^[A-Z].*[.]$/)
  },
)

// The keys of a constant object are exactly its own keys.
test.each(Object.keys(errors) as ErrorCode[])(
  'the message of the error %s is at most 30 words long and names the next action',
  (code) => {
    const { text, action } = errors[code]
    const { error } = toFailureTexts(code, text, action)
    expect(error.split(/\s+/).length).toBeLessThanOrEqual(30)
    // A problem names its own action, or `action` in the response does.
    expect(error.endsWith(action) || error.includes('{problem}')).toBe(true)
    expect(`${text} ${action}`).not.toContain(';')
  },
)

test('among the errors that a caller causes, only temporary ones are retryable', () => {
  const waiting = Object.entries(errors)
    .filter(([, { owner, retryable }]) => owner === 'caller' && retryable)
    .map(([code]) => code)
  expect(waiting.sort()).toEqual([
    'IDEMPOTENCY_IN_PROGRESS',
    'RATE_LIMITED',
    'REQUEST_TIMEOUT',
    'TARGET_BUSY',
    'VIDEO_NOT_READY',
  ])
})

test('the error table contains every common error', () => {
  for (const code of commonErrors) expect(errors).toHaveProperty(code)
})
