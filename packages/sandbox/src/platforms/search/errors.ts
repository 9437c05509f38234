// The platform's error format: a google.rpc.Status whose details contain a GoogleAdsFailure.
// https://developers.google.com/google-ads/api/docs/best-practices/understand-api-errors

import type { FailureSpec, HttpResponse } from '../../core/exchange.ts'
import { errorMessage } from './errorMessages.ts'
import { toJsonName } from './schema/messageSpec.ts'
import type { WireObject } from './wire.ts'

/** Metadata of every response, including errors. */
export interface ResponseMeta {
  readonly requestId: string
  /** The API version. Message type names contain it. */
  readonly version: number
}

const httpStatus = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const

export type CanonicalStatus = keyof typeof httpStatus

const statusMessage: Partial<Record<CanonicalStatus, string>> = {
  INVALID_ARGUMENT: 'Request contains an invalid argument.',
  UNAUTHENTICATED:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  PERMISSION_DENIED: 'The caller does not have permission',
  NOT_FOUND: 'Requested entity was not found.',
  RESOURCE_EXHAUSTED: 'Resource has been exhausted (e.g. check quota).',
  INTERNAL: 'Internal error encountered.',
  UNAVAILABLE: 'The service is currently unavailable.',
  DEADLINE_EXCEEDED: 'Deadline expired before operation could complete.',
}

/** One element of the path to the invalid field: a protocol name, with the index for an item of a list. */
export type PathElement = string | { readonly field: string; readonly index: number }

export interface Finding {
  /** The error code: `campaignError.DUPLICATE_CAMPAIGN_NAME`. */
  readonly code: string
  readonly message?: string
  readonly trigger?: string
  readonly path?: readonly PathElement[]
  readonly details?: WireObject
}

/** An error that a call throws and that `handleCall` turns into a response. */
export class SearchApiError extends Error {
  readonly status: CanonicalStatus
  readonly findings: readonly Finding[]
  /** Further google.rpc details, which precede the GoogleAdsFailure. */
  readonly details: readonly WireObject[]

  constructor(
    status: CanonicalStatus,
    findings: readonly Finding[],
    options: { readonly message?: string; readonly details?: readonly WireObject[] } = {},
  ) {
    super(options.message ?? statusMessage[status] ?? status)
    this.status = status
    this.findings = findings
    this.details = options.details ?? []
  }
}

/** Creates an error from findings. The first finding determines the status. */
export function searchError(...findings: Finding[]): SearchApiError {
  return new SearchApiError(statusForCode(findings[0]?.code ?? ''), findings)
}

function statusForCode(code: string): CanonicalStatus {
  const [family, value] = code.split('.')
  switch (family) {
    case 'authenticationError':
      return 'UNAUTHENTICATED'
    case 'authorizationError':
    case 'operationAccessDeniedError':
    case 'resourceAccessDeniedError':
      return 'PERMISSION_DENIED'
    case 'quotaError':
      return 'RESOURCE_EXHAUSTED'
    case 'internalError':
      if (value === 'DEADLINE_EXCEEDED') return 'DEADLINE_EXCEEDED'
      return value === 'TRANSIENT_ERROR' ? 'UNAVAILABLE' : 'INTERNAL'
    default:
      return 'INVALID_ARGUMENT'
  }
}

function toFailure(findings: readonly Finding[], { requestId, version }: ResponseMeta): WireObject {
  const type = `type.googleapis.com/google.ads.googleads.v${version}.errors.GoogleAdsFailure`
  return { '@type': type, errors: findings.map(toGoogleAdsError), requestId }
}

function toGoogleAdsError(finding: Finding): WireObject {
  const [family = '', value = ''] = finding.code.split('.')
  const error: WireObject = {
    errorCode: { [family]: value },
    message: finding.message ?? errorMessage(finding.code),
  }
  if (finding.trigger !== undefined) error['trigger'] = { stringValue: finding.trigger }
  if (finding.path !== undefined && finding.path.length > 0) {
    error['location'] = {
      fieldPathElements: finding.path.map((element) =>
        typeof element === 'string'
          ? { fieldName: element }
          : { fieldName: element.field, index: element.index },
      ),
    }
  }
  if (finding.details !== undefined) error['details'] = finding.details
  return error
}

export function searchErrorBody(error: SearchApiError, meta: ResponseMeta): WireObject {
  const details = [...error.details]
  if (error.findings.length > 0) details.push(toFailure(error.findings, meta))
  return statusBody(httpStatus[error.status], error.status, error.message, details)
}

export function searchErrorResponse(error: SearchApiError, meta: ResponseMeta): HttpResponse {
  return {
    status: httpStatus[error.status],
    headers: { 'request-id': meta.requestId },
    body: searchErrorBody(error, meta),
  }
}

function statusBody(
  code: number,
  status: string,
  message: string,
  details: readonly WireObject[],
): WireObject {
  const error: WireObject = { code, message, status }
  if (details.length > 0) error['details'] = [...details]
  return { error }
}

/** The status inside a response that succeeded for only some of the operations. */
export function partialFailureStatus(findings: readonly Finding[], meta: ResponseMeta): WireObject {
  const [first] = findings
  const sentence = `${first?.message ?? errorMessage(first?.code ?? '')}, at ${formatPath(first?.path ?? [])}`
  return {
    code: 3,
    message: findings.length > 1 ? `Multiple errors in ‘details’. First error: ${sentence}` : sentence,
    details: [toFailure(findings, meta)],
  }
}

function formatPath(path: readonly PathElement[]): string {
  return path
    .map((element) => (typeof element === 'string' ? element : `${element.field}[${element.index}]`))
    .join('.')
}

/** The code of an injected failure that specifies only an HTTP status. */
const defaultCodes: Readonly<Record<number, string>> = {
  400: 'requestError.INVALID_ENUM_VALUE',
  401: 'authenticationError.OAUTH_TOKEN_INVALID',
  403: 'authorizationError.USER_PERMISSION_DENIED',
  429: 'quotaError.RESOURCE_EXHAUSTED',
  500: 'internalError.INTERNAL_ERROR',
  503: 'internalError.TRANSIENT_ERROR',
  504: 'internalError.DEADLINE_EXCEEDED',
}

/**
 * Errors that the front end returns before a request reaches the API: google.rpc.ErrorInfo instead of a
 * failure.
 */
const frontEndReasons: Readonly<Record<string, string>> = {
  SERVICE_DISABLED:
    'Google Ads API has not been used in project 990011223344 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/googleads.googleapis.com/overview?project=990011223344 then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'Request had insufficient authentication scopes.',
}

/**
 * Builds the response of an injected failure. `QUOTA_ERROR.RESOURCE_EXHAUSTED` and
 * `quotaError.RESOURCE_EXHAUSTED` name a code of the API. A path to the invalid field may follow after an at
 * sign (`CAMPAIGN_ERROR.DUPLICATE_CAMPAIGN_NAME@mutate_operations[1].campaign_operation.create.name`).
 * `SERVICE_DISABLED` and `ACCESS_TOKEN_SCOPE_INSUFFICIENT` are errors of the front end. `NO_FAILURE` omits
 * the GoogleAdsFailure.
 */
export function searchInjectedFailure(spec: FailureSpec, meta: ResponseMeta): HttpResponse {
  const status = statusForHttpCode(spec.status)
  const [code = '', pathSource] = (spec.code ?? defaultCodes[spec.status] ?? 'NO_FAILURE').split('@')
  const headers = { 'request-id': meta.requestId }
  const reason = Object.hasOwn(frontEndReasons, code) ? frontEndReasons[code] : undefined
  if (reason !== undefined) {
    const info: WireObject = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: code,
      domain: 'googleapis.com',
      metadata: { service: 'googleads.googleapis.com' },
    }
    return {
      status: spec.status,
      headers,
      body: statusBody(spec.status, status, spec.message ?? reason, [info]),
    }
  }
  const message = statusMessage[status] ?? status
  if (!code.includes('.')) {
    return {
      status: spec.status,
      headers,
      body: statusBody(spec.status, status, spec.message ?? message, []),
    }
  }
  const finding = injectedFinding(code, pathSource, spec)
  return {
    status: spec.status,
    headers,
    body: statusBody(spec.status, status, message, [toFailure([finding], meta)]),
  }
}

function injectedFinding(code: string, pathSource: string | undefined, spec: FailureSpec): Finding {
  const [family = '', value = ''] = code.split('.')
  const normalizedCode = `${/^[A-Z_]+$/.test(family) ? toJsonName(family.toLowerCase()) : family}.${value}`
  const finding = {
    code: normalizedCode,
    ...(pathSource === undefined ? {} : { path: parsePath(pathSource) }),
  }
  // A RESOURCE_ error reports a retry delay. Other quota errors report one only when the fault specifies it.
  const includesDelay = value.startsWith('RESOURCE_') || spec.retryAfterSeconds !== undefined
  if (!normalizedCode.startsWith('quotaError.') || !includesDelay) {
    return spec.message === undefined ? finding : { ...finding, message: spec.message }
  }
  return quotaFinding(normalizedCode, spec.retryAfterSeconds ?? 37, { ...finding, message: spec.message })
}

export function quotaFinding(
  code: string,
  retryAfterSeconds: number,
  options: {
    readonly message?: string | undefined
    readonly scope?: 'ACCOUNT' | 'DEVELOPER'
    readonly rate?: string
  } = {},
): Finding {
  return {
    code,
    message: options.message ?? `Too many requests. Retry in ${retryAfterSeconds} seconds.`,
    details: {
      quotaErrorDetails: {
        rateScope: options.scope ?? 'DEVELOPER',
        rateName: options.rate ?? 'Number of operations for basic access',
        retryDelay: `${retryAfterSeconds}s`,
      },
    },
  }
}

function parsePath(path: string): PathElement[] {
  return path.split('.').map((element) => {
    const [, field = element, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(element) ?? []
    return index === undefined ? field : { field, index: Number(index) }
  })
}

function statusForHttpCode(status: number): CanonicalStatus {
  const statusName = Object.entries(httpStatus).find(([, code]) => code === status)?.[0]
  // The keys of `httpStatus` are the canonical names.
  return (statusName as CanonicalStatus | undefined) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
}
