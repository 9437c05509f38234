// Builds the responses of the OpenAPI description: one per status, with an example per error code.

import { commonErrors, readinessErrors } from '../errorSets.ts'
import type { ErrorCode } from '../errors.ts'
import { declarationOf, type OperationName, operationNames } from '../operations.ts'
import {
  codesBeforeOperations,
  codesByStatus,
  definitionOf,
  exampleRequestId,
  failureAnswer,
  platformOf,
  reachOfExample,
} from './answers.ts'
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
export function refused(
  status: number,
  codes: readonly ErrorCode[],
  name: OperationName,
): OpenApiResponse | Reference {
  const isCommon = codes.join() === codesByStatus(commonErrors).get(status)?.join()
  return isCommon && codes.every((code) => reachOfExample(code) === 'everywhere')
    ? { $ref: `#/components/responses/Status${status}` }
    : failureResponse(status, codes, name)
}

export function commonResponses(): Record<string, OpenApiResponse> {
  const shared: Record<string, OpenApiResponse> = {}
  for (const [status, codes] of codesByStatus(commonErrors))
    if (codes.every((code) => reachOfExample(code) === 'everywhere'))
      shared[`Status${status}`] = failureResponse(status, codes)
  return shared
}

/** adrail decides these statuses before it identifies the rate limit of the key. */
const beforeRateLimit: ReadonlySet<number> = new Set([401, 405, 408])
const retryLater: ReadonlySet<number> = new Set([409, 429, 503, 504])

function failureResponse(status: number, codes: readonly ErrorCode[], name?: OperationName): OpenApiResponse {
  const withRetryAfter = retryLater.has(status) && codes.some((code) => definitionOf(code).retryable)
  return failureWith(codes, name, [
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(withRetryAfter ? ['Retry-After'] : []),
    ...(beforeRateLimit.has(status) ? [] : ['RateLimit', 'RateLimit-Policy']),
  ])
}

export function failureWith(
  codes: readonly ErrorCode[],
  name: OperationName | undefined,
  headers: readonly string[],
): OpenApiResponse {
  return {
    description: codes.map((code) => `\`${code}\`: ${definitionOf(code).meaning}`).join('\n\n'),
    headers: headerReferences(headers),
    content: {
      'application/json': {
        schema: { $ref: `${shapeReference}FailureAnswer` },
        examples: failureExamples(codes, name),
      },
    },
  }
}

/** The operation that appears in examples shared by all operations. */
const anyOperation: OperationName = 'social/edit_campaign'

export function failureExamples(
  codes: readonly ErrorCode[],
  name: OperationName = anyOperation,
): Record<string, OpenApiExample | Reference> {
  return Object.fromEntries(
    codes.map((code) => {
      const key = sharedExampleKey(code, name)
      return [code, key ? { $ref: `#/components/examples/${key}` } : spelledOut(code, name)]
    }),
  )
}

function sharedExampleKey(code: ErrorCode, name: OperationName): string | undefined {
  const reach = reachOfExample(code)
  if (reach === 'operation') return undefined
  return reach === 'platform' ? `${code}-${platformOf(name)}` : code
}

export function sharedExamples(): Record<string, OpenApiExample> {
  const shared: Record<string, OpenApiExample> = {}
  const share = (codes: readonly ErrorCode[], name: OperationName) => {
    for (const code of codes) {
      const key = sharedExampleKey(code, name)
      if (key) shared[key] ??= spelledOut(code, name)
    }
  }
  share([...commonErrors, ...readinessErrors, ...codesBeforeOperations()], anyOperation)
  for (const name of operationNames) share(declarationOf(name).errors, name)
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function spelledOut(code: ErrorCode, name: OperationName): OpenApiExample {
  return { value: failureAnswer(code, name) }
}

export function headerReferences(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(
    ['X-Request-Id', 'Adrail-Version', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
}

const textual = (example: string) => ({ schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': {
    description: 'The `requestId` of the answer. Name it when you report a problem.',
    ...textual(exampleRequestId),
  },
  'Adrail-Version': {
    description:
      'The version of the interface. It changes only when something that worked would stop working.',
    schema: { type: 'string', const: '1' },
    example: '1',
  },
  'Retry-After': {
    description: 'After how many seconds the same request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  RateLimit: {
    description:
      'What is left of the rate limit of the key, or of its workspace (`"workspace"`) where that has less left: requests (`r`), and seconds until it is full again (`t`).',
    ...textual('"key";r=99;t=1'),
  },
  'RateLimit-Policy': {
    description:
      'The rate limit that `RateLimit` reports: at most this many requests (`q`) in so many seconds (`w`).',
    ...textual('"key";q=100;w=10'),
  },
  'Idempotency-Replayed': {
    description:
      'Present when this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'Present when the request had a `Prefer` that was followed.',
    ...textual('wait=5'),
  },
  'WWW-Authenticate': {
    description: 'Names the way to authenticate.',
    ...textual('ApiKey'),
  },
  Allow: { description: 'The methods that the path takes.', ...textual('POST') },
}

/** Describes the rejection of requests that are malformed or address no operation. */
export function beforeOperation(): OpenApiResponse {
  const codes = codesBeforeOperations()
  return {
    ...failureWith(codes, undefined, []),
    description: `Refused before any operation is reached: ${codes
      .map((code) => `${definitionOf(code).status} \`${code}\``)
      .join(', ')}.`,
  }
}
