// How this platform says no: the known refusals, their bodies, and the body of a failure somebody ordered.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling
// https://learn.microsoft.com/en-us/linkedin/marketing/error-responses, whose codes api-evangelist/linkedin-ads lists as well
// (errors/linkedin-ads-error-codes.yml).

import type { Answer, Exchange, FailureOrder } from '../core/exchange.ts'
import { textFrom } from '../oauth/people.ts'

interface KnownError {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode?: number
  readonly message: string
}

/** Every code the sandbox answers with or can be ordered to answer with. */
export const knownErrors = [
  { status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Invalid query parameters passed to request' },
  {
    status: 400,
    code: 'VERSION_MISSING',
    message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
  },
  {
    status: 400,
    code: 'PARAM_INVALID',
    message: 'Invalid value for param; wrong type or other syntax error',
  },
  { status: 400, code: 'QUERY_PARAM_NOT_ALLOWED', message: '' },
  {
    status: 400,
    code: 'FIELD_INVALID',
    message: 'Invalid value for field; wrong type or other syntax error',
  },
  { status: 400, code: 'FIELD_VALUE_TOO_LOW', message: "dailyBudget value can't be lower than the minimum" },
  {
    status: 400,
    code: 'FIELD_VALUE_TOO_HIGH',
    message: "dailyBudget value can't be higher than the maximum",
  },
  { status: 400, code: 'CURRENCY_MISMATCH', message: 'The currency must be the currency of the ad account' },
  {
    status: 400,
    code: 'CONDITIONAL_VALUE_TOO_LOW',
    message: "totalBudget can't be lower than dailyBudget",
  },
  { status: 400, code: 'DATE_TOO_EARLY', message: 'The date must be no earlier than now' },
  {
    status: 400,
    code: 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
    message: 'Delete is allowed only in draft state',
  },
  {
    status: 400,
    code: 'INVALID_CAMPAIGN_CONFIGURATION',
    message: 'This is not a valid CampaignConfiguration',
  },
  { status: 400, code: 'MISSING_FIELD', message: 'A field is required but missing' },
  {
    status: 400,
    code: 'NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS',
    message: 'Campaign groups in enterprise accounts can be archived, not deleted',
  },
  {
    status: 400,
    code: 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET',
    message: 'The budget of the campaign group is too small for this campaign',
  },
  {
    status: 400,
    code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
    message: 'A canceled entity cannot be changed',
  },
  { status: 400, code: 'START_DATE_AFTER_END_DATE', message: 'The start must be before the end' },
  { status: 400, code: 'STATUS_CHANGE_NOT_ALLOWED', message: 'The status cannot be changed in this way' },
  {
    status: 400,
    code: 'SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS',
    message: 'Segments cannot be created in a test ad account',
  },
  {
    status: 400,
    code: 'MULTIPLE_VALIDATIONS_FAILED',
    message: 'Multiple validations failed. Please see errorDetails for more information.',
  },
  { status: 401, code: 'INVALID_ACCESS_TOKEN', serviceErrorCode: 65600, message: 'Invalid access token' },
  {
    status: 401,
    code: 'REVOKED_ACCESS_TOKEN',
    serviceErrorCode: 65601,
    message: 'The token used in the request has been revoked by the user',
  },
  {
    status: 401,
    code: 'EXPIRED_ACCESS_TOKEN',
    serviceErrorCode: 65602,
    message: 'The token used in the request has expired',
  },
  { status: 401, code: 'EMPTY_ACCESS_TOKEN', serviceErrorCode: 65604, message: 'Empty oauth2 access token' },
  {
    status: 403,
    code: 'ACCESS_DENIED',
    serviceErrorCode: 100,
    message: 'Not enough permissions to access this resource',
  },
  { status: 403, code: 'NO_PERMISSION_ON_ENTITY', message: 'You have no permission on this entity' },
  { status: 403, code: 'NO_PERMISSION_ON_FIELD', message: 'You have no permission on this field' },
  { status: 403, code: 'NO_PERMISSION_TO_UPDATE', message: 'You have no permission to update this entity' },
  { status: 404, code: 'NOT_FOUND', message: 'Not Found.' },
  { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' },
  { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Method Not Allowed' },
  { status: 408, code: 'TIMEOUT', message: 'Request Timeout' },
  { status: 409, code: 'CONFLICT', message: 'The entity was changed by another request' },
  { status: 411, code: 'LENGTH_REQUIRED', message: 'A content length header is required' },
  { status: 412, code: 'PRECONDITION_FAILED', message: 'A precondition of the request was not met' },
  { status: 414, code: 'URI_TOO_LONG', message: 'Request URI too long' },
  { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Unsupported content type' },
  { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version is not active' },
  { status: 500, code: 'INTERNAL_ERROR', message: 'Internal Server Error' },
  { status: 503, code: 'UNDER_MAINTENANCE', message: 'The service is under maintenance' },
  { status: 504, code: 'TIMEOUT', message: 'Gateway Timeout' },
] as const satisfies readonly KnownError[]

export type ErrorCode = (typeof knownErrors)[number]['code']

/** One complaint about a field or parameter. A query's path is bare (`search`), a body's starts with a slash. */
export interface InputError {
  readonly code: string
  readonly fieldPath: string
  readonly description?: string
  /** Bounds and the like, beside the path. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Thrown anywhere below a call; becomes its answer. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(body['message']))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function refusal(code: ErrorCode, message?: string): Refusal {
  const known = knownErrors.find((entry) => entry.code === code) ?? knownErrors[0]
  return new Refusal(known.status, bodyOf(known.status, known, message))
}

function bodyOf(status: number, known: KnownError, message?: string) {
  return {
    status,
    ...(known.serviceErrorCode === undefined ? {} : { serviceErrorCode: known.serviceErrorCode }),
    code: known.code,
    message: message ?? known.message,
  }
}

/** The gateway turned the request away before any resource saw it. */
export function gatewayRefusal(code: ErrorCode, message?: string): Refusal {
  const plain = refusal(code, message)
  return new Refusal(plain.status, plain.body, { 'x-restli-gateway-error': 'true' })
}

/** A query that does not fit the resource. It carries no code of its own: the details have one each. */
export function queryRefusal(...errors: readonly InputError[]): Refusal {
  const message =
    errors.length === 1
      ? 'Invalid param. Please see errorDetails for more information.'
      : 'Multiple errors occurred during param validation. Please see errorDetails for more information.'
  return new Refusal(400, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message,
    errorDetails: { inputErrors: errors.map(inputError) },
    status: 400,
  })
}

export const badParam = (fieldPath: string) =>
  queryRefusal({
    code: 'PARAM_INVALID',
    fieldPath,
    description: 'Invalid value for param; wrong type or other syntax error',
  })

/** A business rule that the body breaks; several at once hide behind one general code. */
export function ruleRefusal(errors: readonly InputError[], pairs: readonly InputError[] = []): Refusal {
  const all = [...errors, ...pairs]
  const [first] = all
  const single = all.length === 1 && first !== undefined
  return new Refusal(400, {
    status: 400,
    code: single ? first.code : 'MULTIPLE_VALIDATIONS_FAILED',
    message: single
      ? (first.description ?? first.code)
      : 'Multiple validations failed. Please see errorDetails for more information.',
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: errors.map(inputError), conditionalInputErrors: pairs.map(inputError) },
  })
}

/** The body does not fit the schema. These answers have no code at all. */
export const schemaRefusal = (problems: readonly string[]) =>
  new Refusal(422, { message: problems.map((problem) => `ERROR :: ${problem}\n`).join(''), status: 422 })

function inputError({ code, fieldPath, description, extra }: InputError) {
  return {
    ...(description === undefined ? {} : { description }),
    input: { inputPath: { fieldPath }, ...extra },
    code,
  }
}

/** Headers that every answer of this platform carries. */
export function platformHeaders(exchange: Exchange): Record<string, string> {
  const trace = `${exchange.now}:${exchange.method}:${exchange.path}?${exchange.rawQuery}:${exchange.body.length}`
  return {
    'x-li-uuid': `${textFrom(`uuid:${trace}`, 22)}==`,
    'x-li-request-id': textFrom(`request:${trace}`, 22),
    'x-li-fabric': 'prod-sandbox',
    'x-restli-protocol-version': '2.0.0',
  }
}

export function refused(exchange: Exchange, { status, body, headers }: Refusal): Answer {
  return { status, headers: { ...platformHeaders(exchange), ...headers }, body }
}

const throttled = {
  serviceErrorCode: 101,
  message: 'Resource level throttle limit for calls to this resource is reached.',
  status: 429,
}

export const throttle = () => new Refusal(429, throttled)

/** The platform's own shape for an ordered failure. The day's quota is never announced in a header. */
export function orderedFailure(exchange: Exchange, order: FailureOrder): Answer {
  const { status, code, message } = order
  if (code === '101' || (status === 429 && code === undefined)) {
    return refused(exchange, new Refusal(status, { ...throttled, status, ...(message && { message }) }))
  }
  const known: KnownError | undefined = knownErrors.find((entry: KnownError) =>
    code === undefined
      ? entry.status === status
      : entry.code === code || String(entry.serviceErrorCode ?? '') === code,
  )
  if (known !== undefined) return refused(exchange, new Refusal(status, bodyOf(status, known, message)))
  const number = code !== undefined && /^\d+$/.test(code) ? Number(code) : undefined
  return refused(
    exchange,
    new Refusal(status, {
      status,
      ...(number === undefined ? (code === undefined ? {} : { code }) : { serviceErrorCode: number }),
      message: message ?? code ?? 'Ordered failure',
    }),
  )
}
