// Which codes come with which kind of work, so that an operation declares only what is special to it.

import type { ErrorCode } from './errors.ts'

/** Raised by the waist for any operation. */
export const commonErrors = [
  'MALFORMED_REQUEST',
  'INVALID_JSON',
  'UNKNOWN_FIELD',
  'INVALID_FIELD',
  'INVALID_IDEMPOTENCY_KEY',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Raised by the path that tells whether the process should be given requests. */
export const readinessErrors = [
  'SHUTTING_DOWN',
  'CLOCK_SKEWED',
  'DATABASE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Raised by whatever asks a platform: failures that may pass. */
export const passingErrors = [
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_ERROR',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const satisfies readonly ErrorCode[]

/** Raised by whatever asks a platform, in whosever name. */
export const upstreamErrors = ['PLATFORM_REJECTED', ...passingErrors] as const satisfies readonly ErrorCode[]

const connectionErrors = [
  'USER_NOT_FOUND',
  'ACCOUNT_NOT_LINKED',
  'ACCOUNT_RELINK_REQUIRED',
  'PERMISSION_MISSING',
] as const satisfies readonly ErrorCode[]

/** Raised by whatever asks a platform through the connection of a user. */
export const platformErrors = {
  social: [...connectionErrors, 'ACCOUNT_SUSPENDED', ...upstreamErrors],
  search: [...connectionErrors, 'ACCOUNT_SUSPENDED', ...upstreamErrors],
  // This platform does not tell a suspended account from one that the person may not see.
  pro: [...connectionErrors, ...upstreamErrors],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>

/** Raised by whatever asks the platform of a write that was made before, through the connection of its user. */
export const anyPlatformErrors = [
  'ACCOUNT_NOT_LINKED',
  'ACCOUNT_RELINK_REQUIRED',
  'PERMISSION_MISSING',
  'ACCOUNT_SUSPENDED',
  ...upstreamErrors,
] as const satisfies readonly ErrorCode[]

/** Raised by the journal for every write. */
export const journalErrors = [
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'PLAN_CHANGED',
  'OPERATION_PENDING',
  'OPERATION_ABANDONED',
] as const satisfies readonly ErrorCode[]

/** Raised by the journal for writes that can let more be spent. */
export const spendErrors = [
  'SPEND_LIMIT_EXCEEDED',
  'SPEND_FROZEN',
  'APPROVAL_REQUIRED',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
] as const satisfies readonly ErrorCode[]

/** Raised for a `pagination` that was not given out for the request. */
export const cursorErrors = ['INVALID_CURSOR'] as const satisfies readonly ErrorCode[]
