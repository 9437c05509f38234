// Refusals in the Graph API's wording and shape.
// https://developers.facebook.com/docs/graph-api/guides/error-handling

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { hashText } from '../../delivery/seededRandom.ts'
import { standardHeaders } from './graph/headers.ts'

export interface GraphErrorFields {
  readonly message: string
  readonly code: number
  readonly subcode?: number
  readonly type?: string
  readonly status?: number
  readonly userTitle?: string
  readonly userMessage?: string
  readonly transient?: boolean
  /** Names of the parameters at fault. */
  readonly blame?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown anywhere below a call. The call converts the error into a response. */
export class GraphError extends Error {
  readonly errorFields: GraphErrorFields

  constructor(errorFields: GraphErrorFields) {
    super(errorFields.message)
    this.errorFields = errorFields
  }
}

export function graphErrorResponse(exchange: Exchange, errorFields: GraphErrorFields): HttpResponse {
  const traceId = deriveTraceId(exchange)
  const error: Record<string, unknown> = {
    message: errorFields.message,
    type: errorFields.type ?? 'OAuthException',
    code: errorFields.code,
  }
  if (errorFields.blame !== undefined) {
    const data = { blame_field_specs: errorFields.blame.map((name) => [name]) }
    // Both forms are recorded: an object, and, in Meta's own examples with a subcode, JSON inside a string.
    error['error_data'] = errorFields.subcode === undefined ? data : JSON.stringify(data)
  }
  if (errorFields.subcode !== undefined) error['error_subcode'] = errorFields.subcode
  if (errorFields.transient !== undefined) error['is_transient'] = errorFields.transient
  if (errorFields.userTitle !== undefined) error['error_user_title'] = errorFields.userTitle
  if (errorFields.userMessage !== undefined) error['error_user_msg'] = errorFields.userMessage
  error['fbtrace_id'] = traceId
  return {
    status: errorFields.status ?? 400,
    headers: { ...standardHeaders(exchange, traceId), ...errorFields.headers },
    body: { error },
  }
}

/** Derives the trace id from the request alone, so the same request at the same time has the same id. */
export function deriveTraceId(exchange: Exchange): string {
  const source = `${exchange.now} ${exchange.method} ${exchange.path}?${exchange.rawQuery}`
  const digits = [1, 2, 3, 4].map((part) => hashText(`${part} ${source}`).toString(36).padStart(7, 'x'))
  return `A${digits.join('').slice(0, 22)}`
}

/** Error for a wrong, missing or unknown parameter. */
export function invalidParameter(
  message: string,
  extra: Omit<GraphErrorFields, 'message' | 'code'> = {},
): GraphError {
  return new GraphError({ message: `(#100) ${message}`, code: 100, ...extra })
}

/** Error for an object that does not exist, or whose existence the caller may not know. */
export function objectNotFound(method: string, id: string): GraphError {
  return new GraphError({
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  })
}

export function unknownField(field: string, type: string): GraphError {
  return invalidParameter(`Tried accessing nonexisting field (${field}) on node type (${type})`)
}

export function permissionDenied(message: string): GraphError {
  return new GraphError({ message: `(#200) ${message}`, code: 200, status: 403 })
}

/**
 * Error for a page that the application may not read: code 100 without a subcode. The message names the
 * permission, at times after one that no longer exists. facebookarchive/php-graph-sdk#1233,
 * strohne/Facepager#174
 */
export function pageAccessDenied(permission: string): GraphError {
  return invalidParameter(
    `Object does not exist, cannot be loaded due to missing permission or reviewable feature, or does not support this operation. This endpoint requires the 'manage_pages' or '${permission}' permission or the 'Page Public Content Access' feature or the 'Page Public Metadata Access' feature. Refer to https://developers.facebook.com/docs/apps/review/login-permissions#manage-pages for details.`,
  )
}

export function pageTokenRequired(): GraphError {
  return new GraphError({ message: '(#190) This method must be called with a Page Access Token', code: 190 })
}
