// How the platform refuses: a google.rpc.Status whose details carry a GoogleAdsFailure.
// https://developers.google.com/google-ads/api/docs/best-practices/understand-api-errors

import type { Answer, FailureOrder } from '../core/exchange.ts'
import { messageOf } from './errorMessages.ts'
import { jsonName } from './schema/declare.ts'
import type { Wire } from './wire.ts'

/** What every answer tells of itself, refusals included. */
export interface Reply {
  readonly requestId: string
  /** Of the API; the names of its messages carry it. */
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

export type Canonical = keyof typeof httpStatus

const statusMessage: Partial<Record<Canonical, string>> = {
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

/** One element of the path to the offending field: protocol name, and the place in a list. */
export type PathElement = string | { readonly field: string; readonly index: number }

export interface Finding {
  /** `campaignError.DUPLICATE_CAMPAIGN_NAME` */
  readonly code: string
  readonly message?: string
  readonly trigger?: string
  readonly path?: readonly PathElement[]
  readonly details?: Wire
}

/** A refusal on its way to the caller. Thrown where it is noticed, worded in `answer`. */
export class Refusal extends Error {
  readonly status: Canonical
  readonly findings: readonly Finding[]
  /** Further google.rpc details, which stand before the failure. */
  readonly details: readonly Wire[]

  constructor(
    status: Canonical,
    findings: readonly Finding[],
    options: { readonly message?: string; readonly details?: readonly Wire[] } = {},
  ) {
    super(options.message ?? statusMessage[status] ?? status)
    this.status = status
    this.findings = findings
    this.details = options.details ?? []
  }
}

/** The refusal for findings; the first one decides the status. */
export function refuse(...findings: Finding[]): Refusal {
  return new Refusal(canonicalOf(findings[0]?.code ?? ''), findings)
}

function canonicalOf(code: string): Canonical {
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

function failureOf(findings: readonly Finding[], { requestId, version }: Reply): Wire {
  const type = `type.googleapis.com/google.ads.googleads.v${version}.errors.GoogleAdsFailure`
  return { '@type': type, errors: findings.map(errorOf), requestId }
}

function errorOf(finding: Finding): Wire {
  const [family = '', value = ''] = finding.code.split('.')
  const error: Wire = {
    errorCode: { [family]: value },
    message: finding.message ?? messageOf(finding.code),
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

export function refusalBody(refusal: Refusal, reply: Reply): Wire {
  const details = [...refusal.details]
  if (refusal.findings.length > 0) details.push(failureOf(refusal.findings, reply))
  return statusBody(httpStatus[refusal.status], refusal.status, refusal.message, details)
}

export function refusalAnswer(refusal: Refusal, reply: Reply): Answer {
  return {
    status: httpStatus[refusal.status],
    headers: { 'request-id': reply.requestId },
    body: refusalBody(refusal, reply),
  }
}

function statusBody(code: number, status: string, message: string, details: readonly Wire[]): Wire {
  const error: Wire = { code, message, status }
  if (details.length > 0) error['details'] = [...details]
  return { error }
}

/** The status inside an answer that succeeded for some operations only. */
export function partialFailure(findings: readonly Finding[], reply: Reply): Wire {
  const [first] = findings
  const sentence = `${first?.message ?? messageOf(first?.code ?? '')}, at ${pathText(first?.path ?? [])}`
  return {
    code: 3,
    message: findings.length > 1 ? `Multiple errors in ‘details’. First error: ${sentence}` : sentence,
    details: [failureOf(findings, reply)],
  }
}

function pathText(path: readonly PathElement[]): string {
  return path
    .map((element) => (typeof element === 'string' ? element : `${element.field}[${element.index}]`))
    .join('.')
}

/** What a failure ordered without a code stands for. */
const usualCode: Readonly<Record<number, string>> = {
  400: 'requestError.INVALID_ENUM_VALUE',
  401: 'authenticationError.OAUTH_TOKEN_INVALID',
  403: 'authorizationError.USER_PERMISSION_DENIED',
  429: 'quotaError.RESOURCE_EXHAUSTED',
  500: 'internalError.INTERNAL_ERROR',
  503: 'internalError.TRANSIENT_ERROR',
  504: 'internalError.DEADLINE_EXCEEDED',
}

/** Reasons the front end gives before a request reaches the API: google.rpc.ErrorInfo instead of a failure. */
const frontEndReasons: Readonly<Record<string, string>> = {
  SERVICE_DISABLED:
    'Google Ads API has not been used in project 990011223344 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/googleads.googleapis.com/overview?project=990011223344 then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'Request had insufficient authentication scopes.',
}

/**
 * An ordered failure. `QUOTA_ERROR.RESOURCE_EXHAUSTED` and `quotaError.RESOURCE_EXHAUSTED` name a code of the API; a path to the
 * offending field may follow after an at sign (`CAMPAIGN_ERROR.DUPLICATE_CAMPAIGN_NAME@mutate_operations[1].campaign_operation.create.name`);
 * `SERVICE_DISABLED` and `ACCESS_TOKEN_SCOPE_INSUFFICIENT` are refusals of the front end; `NO_FAILURE` leaves the failure out.
 */
export function orderedFailure(order: FailureOrder, reply: Reply): Answer {
  const status = canonicalFor(order.status)
  const [code = '', where] = (order.code ?? usualCode[order.status] ?? 'NO_FAILURE').split('@')
  const headers = { 'request-id': reply.requestId }
  const reason = Object.hasOwn(frontEndReasons, code) ? frontEndReasons[code] : undefined
  if (reason !== undefined) {
    const info: Wire = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: code,
      domain: 'googleapis.com',
      metadata: { service: 'googleads.googleapis.com' },
    }
    return {
      status: order.status,
      headers,
      body: statusBody(order.status, status, order.message ?? reason, [info]),
    }
  }
  const message = statusMessage[status] ?? status
  if (!code.includes('.')) {
    return {
      status: order.status,
      headers,
      body: statusBody(order.status, status, order.message ?? message, []),
    }
  }
  const finding = orderedFinding(code, where, order)
  return {
    status: order.status,
    headers,
    body: statusBody(order.status, status, message, [failureOf([finding], reply)]),
  }
}

function orderedFinding(code: string, where: string | undefined, order: FailureOrder): Finding {
  const [family = '', value = ''] = code.split('.')
  const known = `${/^[A-Z_]+$/.test(family) ? jsonName(family.toLowerCase()) : family}.${value}`
  const finding = { code: known, ...(where === undefined ? {} : { path: parsePath(where) }) }
  // How long to wait is told where something was counted; of expensive patterns and of closed doors only when that is ordered.
  const tellsDelay = value.startsWith('RESOURCE_') || order.retryAfterSeconds !== undefined
  if (!known.startsWith('quotaError.') || !tellsDelay) {
    return order.message === undefined ? finding : { ...finding, message: order.message }
  }
  return quotaFinding(known, order.retryAfterSeconds ?? 37, { ...finding, message: order.message })
}

export function quotaFinding(
  code: string,
  retryAfterSeconds: number,
  more: {
    readonly message?: string | undefined
    readonly scope?: 'ACCOUNT' | 'DEVELOPER'
    readonly rate?: string
  } = {},
): Finding {
  return {
    code,
    message: more.message ?? `Too many requests. Retry in ${retryAfterSeconds} seconds.`,
    details: {
      quotaErrorDetails: {
        rateScope: more.scope ?? 'DEVELOPER',
        rateName: more.rate ?? 'Number of operations for basic access',
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

function canonicalFor(status: number): Canonical {
  const found = Object.entries(httpStatus).find(([, code]) => code === status)?.[0]
  // The keys of httpStatus are the canonical names.
  return (found as Canonical | undefined) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
}
