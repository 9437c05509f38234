// Sets of error codes by kind of operation, so that an operation declares only the codes specific to it.

import type { ErrorCode } from './errors.ts'

/** The request pipeline raises these codes for any operation. */
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

/** The readiness path raises these codes. */
export const readinessErrors = [
  'SHUTTING_DOWN',
  'CLOCK_SKEWED',
  'DATABASE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Calls to a platform raise these codes for failures that may be temporary. */
export const transientErrors = [
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_ERROR',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const satisfies readonly ErrorCode[]

/** Calls to a platform raise these codes, with any credentials. */
export const upstreamErrors = [
  'PLATFORM_REJECTED',
  ...transientErrors,
] as const satisfies readonly ErrorCode[]

/** Calls through a user's connection raise these codes on every platform. */
export const connectionErrors = [
  'USER_NOT_FOUND',
  'ACCOUNT_NOT_LINKED',
  'ACCOUNT_RELINK_REQUIRED',
  'PERMISSION_MISSING',
] as const satisfies readonly ErrorCode[]

/** Calls on behalf of an earlier write, through the connection of its user, raise these codes. */
export const anyPlatformErrors = [
  'ACCOUNT_NOT_LINKED',
  'ACCOUNT_RELINK_REQUIRED',
  'PERMISSION_MISSING',
  'ACCOUNT_SUSPENDED',
  ...upstreamErrors,
] as const satisfies readonly ErrorCode[]

/** The journal raises these codes for every write. */
export const journalErrors = [
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'PLAN_CHANGED',
  'OPERATION_PENDING',
  'OPERATION_ABANDONED',
] as const satisfies readonly ErrorCode[]

/** The journal raises these codes for writes that can increase the possible spend. */
export const spendErrors = [
  'SPEND_LIMIT_EXCEEDED',
  'SPEND_FROZEN',
  'APPROVAL_REQUIRED',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
] as const satisfies readonly ErrorCode[]

/** Raised for a `pagination` value that was not issued for the request. */
export const cursorErrors = ['INVALID_CURSOR'] as const satisfies readonly ErrorCode[]
