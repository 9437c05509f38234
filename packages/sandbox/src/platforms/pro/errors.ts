// The platform's errors: the known codes, their bodies, and the bodies of injected failures.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling
// https://learn.microsoft.com/en-us/linkedin/marketing/error-responses
// The repository api-evangelist/linkedin-ads also lists the codes (errors/linkedin-ads-error-codes.yml).

import { deriveText } from '../../core/derivedText.ts'
import type { Exchange, FailureSpec, HttpResponse } from '../../core/exchange.ts'

interface ErrorDefinition {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode: number | undefined
  readonly message: string
}

/** Every code that the sandbox returns or that a fault can inject, by HTTP status. */
const messagesByStatus = {
  400: {
    ILLEGAL_ARGUMENT: 'Invalid query parameters passed to request',
    VERSION_MISSING:
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    PARAM_INVALID: 'Invalid value for param; wrong type or other syntax error',
    QUERY_PARAM_NOT_ALLOWED: '',
    FIELD_INVALID: 'Invalid value for field; wrong type or other syntax error',
    FIELD_VALUE_TOO_LOW: "dailyBudget value can't be lower than the minimum",
    FIELD_VALUE_TOO_HIGH: "dailyBudget value can't be higher than the maximum",
    CURRENCY_MISMATCH: 'The currency must be the currency of the ad account',
    CONDITIONAL_VALUE_TOO_LOW: "totalBudget can't be lower than dailyBudget",
    DATE_TOO_EARLY: 'The date must be no earlier than now',
    DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS: 'Delete is allowed only in draft state',
    INVALID_CAMPAIGN_CONFIGURATION: 'This is not a valid CampaignConfiguration',
    MISSING_FIELD: 'A field is required but missing',
    NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS:
      'Campaign groups in enterprise accounts can be archived, not deleted',
    INSUFFICIENT_CAMPAIGN_GROUP_BUDGET: 'The budget of the campaign group is too small for this campaign',
    ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS: 'A canceled entity cannot be changed',
    START_DATE_AFTER_END_DATE: 'The start must be before the end',
    STATUS_CHANGE_NOT_ALLOWED: 'The status cannot be changed in this way',
    SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS: 'Segments cannot be created in a test ad account',
    MULTIPLE_VALIDATIONS_FAILED: 'Multiple validations failed. Please see errorDetails for more information.',
  },
  401: {
    INVALID_ACCESS_TOKEN: 'Invalid access token',
    REVOKED_ACCESS_TOKEN: 'The token used in the request has been revoked by the user',
    EXPIRED_ACCESS_TOKEN: 'The token used in the request has expired',
    EMPTY_ACCESS_TOKEN: 'Empty oauth2 access token',
  },
  403: {
    ACCESS_DENIED: 'Not enough permissions to access this resource',
    NO_PERMISSION_ON_ENTITY: 'You have no permission on this entity',
    NO_PERMISSION_ON_FIELD: 'You have no permission on this field',
    NO_PERMISSION_TO_UPDATE: 'You have no permission to update this entity',
  },
  404: {
    NOT_FOUND: 'Not Found.',
    RESOURCE_NOT_FOUND: 'No virtual resource found',
  },
  405: {
    METHOD_NOT_ALLOWED: 'Method Not Allowed',
  },
  408: {
    TIMEOUT: 'Request Timeout',
  },
  409: {
    CONFLICT: 'The entity was changed by another request',
  },
  411: {
    LENGTH_REQUIRED: 'A content length header is required',
  },
  412: {
    PRECONDITION_FAILED: 'A precondition of the request was not met',
  },
  414: {
    URI_TOO_LONG: 'Request URI too long',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'Unsupported content type',
  },
  426: {
    NONEXISTENT_VERSION: 'Requested version is not active',
  },
  500: {
    INTERNAL_ERROR: 'Internal Server Error',
  },
  503: {
    UNDER_MAINTENANCE: 'The service is under maintenance',
  },
  504: {
    TIMEOUT: 'Gateway Timeout',
  },
} as const

/** The legacy numeric codes that some errors still contain. */
const serviceErrorCodes: Readonly<Record<string, number>> = {
  INVALID_ACCESS_TOKEN: 65600,
  REVOKED_ACCESS_TOKEN: 65601,
  EXPIRED_ACCESS_TOKEN: 65602,
  EMPTY_ACCESS_TOKEN: 65604,
  ACCESS_DENIED: 100,
}

type MessagesByStatus = typeof messagesByStatus

export type ErrorCode = {
  [Status in keyof MessagesByStatus]: keyof MessagesByStatus[Status]
}[keyof MessagesByStatus]

export const errorDefinitions: readonly ErrorDefinition[] = Object.entries(messagesByStatus).flatMap(
  ([status, messagesByCode]) =>
    Object.entries(messagesByCode).map(([code, message]) => ({
      status: Number(status),
      code,
      serviceErrorCode: serviceErrorCodes[code],
      message,
    })),
)

/** One problem of the input. `fieldPath` is a parameter name, or a body path that starts with a slash. */
export interface InputError {
  readonly code: string
  readonly fieldPath: string
  readonly description?: string
  /** Additional input details, such as bounds. */
  readonly inputDetails?: Readonly<Record<string, unknown>>
}

/** An error that a call throws and that becomes its response. */
export class ProApiError extends Error {
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

export function proError(code: ErrorCode, message?: string): ProApiError {
  const definition = errorDefinitions.find((entry) => entry.code === code)
  if (definition === undefined) throw new Error(`There is no refusal ${code}.`)
  return new ProApiError(definition.status, errorBody(definition.status, definition, message))
}

function errorBody(status: number, definition: ErrorDefinition, message?: string) {
  return {
    status,
    ...(definition.serviceErrorCode === undefined ? {} : { serviceErrorCode: definition.serviceErrorCode }),
    code: definition.code,
    message: message ?? definition.message,
  }
}

/** An error of the gateway, which rejects a request before any resource handles it. */
export function gatewayError(code: ErrorCode, message?: string): ProApiError {
  const error = proError(code, message)
  return new ProApiError(error.status, error.body, { 'x-restli-gateway-error': 'true' })
}

/** An error for invalid query parameters. The body has no code, because each detail has one. */
export function paramError(...errors: readonly InputError[]): ProApiError {
  const message =
    errors.length === 1
      ? 'Invalid param. Please see errorDetails for more information.'
      : 'Multiple errors occurred during param validation. Please see errorDetails for more information.'
  return new ProApiError(400, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message,
    errorDetails: { inputErrors: errors.map(serializeInputError) },
    status: 400,
  })
}

export const invalidParam = (fieldPath: string) =>
  paramError({
    code: 'PARAM_INVALID',
    fieldPath,
    description: 'Invalid value for param; wrong type or other syntax error',
  })

/** An error for violated business rules. Several violations share one general code. */
export function ruleError(
  errors: readonly InputError[],
  conditionalErrors: readonly InputError[] = [],
): ProApiError {
  const allErrors = [...errors, ...conditionalErrors]
  const [first] = allErrors
  const isSingle = allErrors.length === 1 && first !== undefined
  return new ProApiError(400, {
    status: 400,
    code: isSingle ? first.code : 'MULTIPLE_VALIDATIONS_FAILED',
    message: isSingle
      ? (first.description ?? first.code)
      : 'Multiple validations failed. Please see errorDetails for more information.',
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: {
      inputErrors: errors.map(serializeInputError),
      conditionalInputErrors: conditionalErrors.map(serializeInputError),
    },
  })
}

/** An error for a body that violates the schema. These responses have no code. */
export const schemaError = (problems: readonly string[]) =>
  new ProApiError(422, { message: problems.map((problem) => `ERROR :: ${problem}\n`).join(''), status: 422 })

function serializeInputError({ code, fieldPath, description, inputDetails }: InputError) {
  return {
    ...(description === undefined ? {} : { description }),
    input: { inputPath: { fieldPath }, ...inputDetails },
    code,
  }
}

/** Headers of every response of this platform. */
export function platformHeaders(exchange: Exchange): Record<string, string> {
  const requestFingerprint = `${exchange.now}:${exchange.method}:${exchange.path}?${exchange.rawQuery}:${exchange.body.length}`
  return {
    'x-li-uuid': `${deriveText(`uuid:${requestFingerprint}`, 22)}==`,
    'x-li-request-id': deriveText(`request:${requestFingerprint}`, 22),
    'x-li-fabric': 'prod-sandbox',
    'x-restli-protocol-version': '2.0.0',
  }
}

export function proErrorResponse(exchange: Exchange, { status, body, headers }: ProApiError): HttpResponse {
  return { status, headers: { ...platformHeaders(exchange), ...headers }, body }
}

const throttleBody = {
  serviceErrorCode: 101,
  message: 'Resource level throttle limit for calls to this resource is reached.',
  status: 429,
}

export const throttleError = () => new ProApiError(429, throttleBody)

/** Builds the response of an injected failure. LinkedIn sends no header about its daily quota. */
export function proInjectedFailure(exchange: Exchange, spec: FailureSpec): HttpResponse {
  const { status, code, message } = spec
  if (code === '101' || (status === 429 && code === undefined)) {
    return proErrorResponse(
      exchange,
      new ProApiError(status, { ...throttleBody, status, ...(message && { message }) }),
    )
  }
  // Some errors contain only a message.
  if (code === '')
    return proErrorResponse(exchange, new ProApiError(status, { message: message ?? '', status }))
  const definition: ErrorDefinition | undefined = errorDefinitions.find((entry: ErrorDefinition) =>
    code === undefined
      ? entry.status === status
      : entry.code === code || String(entry.serviceErrorCode ?? '') === code,
  )
  if (definition !== undefined)
    return proErrorResponse(exchange, new ProApiError(status, errorBody(status, definition, message)))
  const numericCode = code !== undefined && /^\d+$/.test(code) ? Number(code) : undefined
  return proErrorResponse(
    exchange,
    new ProApiError(status, {
      status,
      ...(numericCode === undefined
        ? code === undefined
          ? {}
          : { code }
        : { serviceErrorCode: numericCode }),
      message: message ?? code ?? 'Ordered failure',
    }),
  )
}
