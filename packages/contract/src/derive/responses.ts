// Builds the responses of the OpenAPI description: one per status, with an example per error code.

import { commonErrors, readinessErrors } from '../errorSets.ts'
import type { ErrorCode } from '../errors.ts'
import { declarationOf, type OperationName, operationNames } from '../operations.ts'
import {
  buildExampleFailure,
  classifyExample,
  definitionOf,
  exampleRequestId,
  findExamplePlatform,
  groupCodesByStatus,
  listPreOperationCodes,
} from './exampleResponses.ts'
import { type JsonSchema, shapeReference } from './schemas.ts'

export interface Reference {
  readonly $ref: string
}

export interface OpenApiExample {
  readonly summary?: string
  readonly value: unknown
}

export interface OpenApiResponse {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference>>
  readonly content: {
    readonly 'application/json': {
      readonly schema: JsonSchema
      readonly examples: Readonly<Record<string, OpenApiExample | Reference>>
    }
    readonly 'text/csv'?: { readonly schema: JsonSchema }
  }
}

/**
 * Returns the response of one status. Operations that reject for the same common reasons share one response.
 */
export function describeRefusal(
  status: number,
  codes: readonly ErrorCode[],
  name: OperationName,
): OpenApiResponse | Reference {
  const isCommon =
    !namesMediaTypes(status, name) && codes.join() === groupCodesByStatus(commonErrors).get(status)?.join()
  return isCommon && codes.every((code) => classifyExample(code) === 'everywhere')
    ? { $ref: `#/components/responses/Status${status}` }
    : toStatusResponse(status, codes, name)
}

/** Whether the texts of this status name the media types of a file, and so belong to the operation. */
function namesMediaTypes(status: number, name: OperationName): boolean {
  return status === 415 && declarationOf(name).binaryBody !== undefined
}

export function buildCommonResponses(): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {}
  for (const [status, codes] of groupCodesByStatus(commonErrors))
    if (codes.every((code) => classifyExample(code) === 'everywhere'))
      responses[`Status${status}`] = toStatusResponse(status, codes)
  return responses
}

/** adrail decides these statuses before it identifies the rate limit of the key. */
const statusesWithoutRateLimit: ReadonlySet<number> = new Set([401, 405, 408])
const retryAfterStatuses: ReadonlySet<number> = new Set([409, 429, 503, 504])

function toStatusResponse(
  status: number,
  codes: readonly ErrorCode[],
  name?: OperationName,
): OpenApiResponse {
  const hasRetryAfter = retryAfterStatuses.has(status) && codes.some((code) => definitionOf(code).retryable)
  return toFailureResponse(codes, name, [
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(hasRetryAfter ? ['Retry-After'] : []),
    ...(statusesWithoutRateLimit.has(status) ? [] : ['RateLimit', 'RateLimit-Policy']),
  ])
}

export function toFailureResponse(
  codes: readonly ErrorCode[],
  name: OperationName | undefined,
  headers: readonly string[],
): OpenApiResponse {
  return {
    description: codes.map((code) => `\`${code}\`: ${definitionOf(code).meaning}`).join('\n\n'),
    headers: toHeaderReferences(headers),
    content: {
      'application/json': {
        schema: { $ref: `${shapeReference}FailureAnswer` },
        examples: buildFailureExamples(codes, name),
      },
    },
  }
}

/** The operation that appears in examples shared by all operations. */
const sampleOperation: OperationName = 'social/edit_campaign'

export function buildFailureExamples(
  codes: readonly ErrorCode[],
  name: OperationName = sampleOperation,
): Record<string, OpenApiExample | Reference> {
  return Object.fromEntries(
    codes.map((code) => {
      const key = findSharedExampleKey(code, name)
      return [code, key ? { $ref: `#/components/examples/${key}` } : toFailureExample(code, name)]
    }),
  )
}

function findSharedExampleKey(code: ErrorCode, name: OperationName): string | undefined {
  const exampleClass = classifyExample(code)
  if (exampleClass === 'operation' || namesMediaTypes(definitionOf(code).status, name)) return undefined
  return exampleClass === 'platform' ? `${code}-${findExamplePlatform(name)}` : code
}

export function buildSharedExamples(): Record<string, OpenApiExample> {
  const examples: Record<string, OpenApiExample> = {}
  const addExamples = (codes: readonly ErrorCode[], name: OperationName) => {
    for (const code of codes) {
      const key = findSharedExampleKey(code, name)
      if (key) examples[key] ??= toFailureExample(code, name)
    }
  }
  addExamples([...commonErrors, ...readinessErrors, ...listPreOperationCodes()], sampleOperation)
  for (const name of operationNames) addExamples(declarationOf(name).errors, name)
  return Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function toFailureExample(code: ErrorCode, name: OperationName): OpenApiExample {
  return { value: buildExampleFailure(code, name) }
}

export function toHeaderReferences(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(
    ['X-Request-Id', 'Adrail-Version', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
}

const stringHeader = (example: string) => ({ schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': {
    description: 'The `requestId` of the response. Include it when you report a problem.',
    ...stringHeader(exampleRequestId),
  },
  'Adrail-Version': {
    description: 'The API version. It changes only when a release contains incompatible changes.',
    schema: { type: 'string', const: '1' },
    example: '1',
  },
  'Retry-After': {
    description: 'Number of seconds to wait before resending the same request.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  RateLimit: {
    description:
      'Remaining rate limit of the key, or of its workspace (`"workspace"`) if that is lower: remaining requests (`r`), and seconds until the full limit is available again (`t`).',
    ...stringHeader('"key";r=99;t=1'),
  },
  'RateLimit-Policy': {
    description: 'Rate limit that the `RateLimit` header refers to: at most `q` requests in `w` seconds.',
    ...stringHeader('"key";q=100;w=10'),
  },
  'Idempotency-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'Present if adrail applied the `Prefer` header of the request.',
    ...stringHeader('wait=5'),
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme that the service requires.',
    ...stringHeader('ApiKey'),
  },
  Allow: { description: 'HTTP methods that the path accepts.', ...stringHeader('POST') },
}

/** Describes the rejection of requests that are malformed or address no operation. */
export function describePreOperation(): OpenApiResponse {
  const codes = listPreOperationCodes()
  return {
    ...toFailureResponse(codes, undefined, []),
    description: `Refused before the request reached an operation: ${codes
      .map((code) => `${definitionOf(code).status} \`${code}\``)
      .join(', ')}.`,
  }
}
