// Derives the OpenAPI description of the service from the contract.

import packageJson from '../../package.json' with { type: 'json' }
import { preferredBody } from '../aliases.ts'
import { commonErrors, readinessErrors } from '../errorSets.ts'
import type { ErrorCode } from '../errors.ts'
import { groupNames, groups } from '../groups.ts'
import { scopesOf } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { interchangeable, otherValuesInWords, rulesInWords } from './aliases.ts'
import { codesByStatus, exampleRequestId, successAnswer } from './answers.ts'
import { effectTexts } from './effects.ts'
import {
  beforeOperation,
  commonResponses,
  failureExamples,
  failureWith,
  headerReferences,
  headers,
  type OpenApiExample,
  type OpenApiResponse,
  type Reference,
  refused,
  sharedExamples,
} from './responses.ts'
import {
  bodyShape,
  type JsonSchema,
  operationId,
  resultsShape,
  type Schemas,
  schemas,
  shapeReference,
  type WrittenRule,
} from './schemas.ts'
import { eventShapes, type OpenApiWebhook, webhooks } from './webhooks.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Reference[]
  readonly requestBody?: {
    readonly required: true
    readonly content: {
      readonly 'application/json': {
        readonly schema: Reference
        readonly examples: Readonly<Record<string, OpenApiExample>>
      }
    }
  }
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, { readonly post?: OpenApiOperation; readonly get?: OpenApiOperation }>
  >
  readonly webhooks: Readonly<Record<string, OpenApiWebhook>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, unknown>>
    readonly headers: Readonly<Record<string, unknown>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, OpenApiResponse>>
    readonly examples: Readonly<Record<string, OpenApiExample>>
  }
}

export interface OpenApiOptions {
  /** Base URL of the service. Defaults to the origin that served the document. */
  readonly serverUrl?: string
  readonly version?: string
}

export function openapi({
  serverUrl = '/',
  version = packageJson.version,
}: OpenApiOptions = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'adrail',
      version,
      summary: 'Manage advertising for your users on three platform families through one interface.',
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [
      ...groupNames.map((name) => ({ name, description: groups[name].says })),
      { name: 'health', description: 'Tells load balancers and orchestrators how the process is.' },
    ],
    paths: {
      ...Object.fromEntries(operationNames.map((name) => [`/${name}`, { post: describeOperation(name) }])),
      '/healthz': { get: health('healthz', 'alive', 'Tells whether the process is alive.', []) },
      '/readyz': {
        get: health(
          'readyz',
          'ready',
          'Tells whether the process should be given requests.',
          readinessErrors,
        ),
      },
    },
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'An API key of the workspace. Every key has scopes; an operation names the one it needs, or those of which one suffices.',
        },
      },
      parameters: { 'Idempotency-Key': idempotencyKey, Prefer: prefer },
      headers,
      schemas: shapes(schemas()),
      responses: { ...commonResponses(), BeforeOperation: beforeOperation() },
      examples: sharedExamples(),
    },
  }
}

const introduction = `Every operation is a \`POST\` to \`/<group>/<operation>\` with a JSON object as body and an API key in the header \`x-api-key\`.

Every answer, whatever its status, is the same envelope: \`success\` is true when, and only when, the HTTP status is 200; \`results.success\` tells whether the operation did what was asked; \`results.error\` is a sentence for people, empty after success. A failure also has a \`code\` for machines and says whether the same request may succeed later (\`retryable\`).

Status 200 with \`results.success: false\` means that the platform was asked and definitely refused. A 4xx means that nothing was changed at the platform.

A member of a body that is not described, or that is there twice, is refused: a misspelt \`dryRun\` never spends money. Answers may gain members; those described stay as they are.`

function describeOperation(name: OperationName): OpenApiOperation {
  const operation = declarationOf(name)
  const { summary, description, effect, example, errors, input } = operation
  const scope = scopesOf(operation)
    .map((each) => `\`${each}\``)
    .join(' or ')
  const rules = rulesInWords(operation)
  const paragraphs = [
    description ?? summary,
    ...(rules.length > 0 ? [['Rules:', '', ...rules.map((rule) => `- ${rule}`)].join('\n')] : []),
    `Effect: \`${effect}\`, ${effectTexts[effect]}. Scope: ${scope}.`,
  ]
  const codes = codesByStatus([...commonErrors, ...errors])
  codes.delete(200)
  return {
    operationId: operationId(name),
    tags: [groupOf(name)],
    summary,
    description: paragraphs.join('\n\n'),
    ...(effect === 'write' ? { parameters: writeParameters } : {}),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: shapeReference + bodyShape(name) },
          examples: { example: { summary, value: preferredBody(input, example.body) } },
        },
      },
    },
    responses: {
      '200': done(name),
      ...Object.fromEntries(
        [...codes].map(([status, codes]) => [String(status), refused(status, codes, name)]),
      ),
      '4XX': { $ref: '#/components/responses/BeforeOperation' },
    },
  }
}

function done(name: OperationName): OpenApiResponse {
  const { effect, errors, summary, table } = declarationOf(name)
  const refusals = codesByStatus(errors).get(200) ?? []
  const outcomes = [
    resultsShape(name),
    ...(effect === 'write' ? ['Plan'] : []),
    ...(refusals.length > 0 ? ['Failure'] : []),
  ].map((shape) => ({ $ref: shapeReference + shape }))
  return {
    description:
      refusals.length > 0
        ? 'The platform gave a definite answer: done, or, with `results.success` false, refused.'
        : 'Done.',
    headers: headerReferences([
      'RateLimit',
      'RateLimit-Policy',
      ...(effect === 'write' ? ['Idempotency-Replayed', 'Preference-Applied'] : []),
    ]),
    content: {
      'application/json': {
        schema: envelope(true, outcomes.length === 1 && outcomes[0] ? outcomes[0] : { anyOf: outcomes }),
        examples: { success: { summary, value: successAnswer(name) }, ...failureExamples(refusals, name) },
      },
      ...(table === undefined ? {} : { 'text/csv': { schema: tableSchema } }),
    },
  }
}

const tableSchema = {
  type: 'string',
  description:
    'With `Accept: text/csv`: the rows as a table with a head (RFC 4180, UTF-8), without the envelope. What is missing has a line with its `error`.',
} as const

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the write safe to repeat. The same key with the same body is carried out once and answered alike every time; with another body it is refused. A random UUID is a good key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  // The header has no example. The API reference would send an example with every attempt, and the second
  // write would get the response of the first one.
}

const prefer = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`wait=<seconds>`: how long the write may keep the caller waiting. After that 504 `OPERATION_PENDING` names its record, and it goes on. Without it a write is answered within 60 seconds or a little more.',
  schema: { type: 'string' },
}

const writeParameters = ['Idempotency-Key', 'Prefer'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const requestId = { type: 'string', description: 'Names this request in the log of the service.' } as const

function envelope(success: boolean, results: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'requestId', 'results'],
    properties: {
      success: { type: 'boolean', const: success, description: 'Whether the HTTP status is 200.' },
      requestId,
      results,
    },
  }
}

function shapes({ bodies, results, shapes }: Schemas): Record<string, JsonSchema> {
  const named = new Map<string, JsonSchema>([...shapes])
  named.set('FailureAnswer', envelope(false, { $ref: `${shapeReference}Failure` }))
  named.set('HealthAnswer', envelope(true, healthy))
  named.set('Plan', withoutRecord(named.get('Plan') ?? {}))
  for (const [name, schema] of eventShapes()) named.set(name, schema)
  for (const [name, schema] of bodies) named.set(bodyShape(name), schema)
  for (const [name, schema] of results) named.set(resultsShape(name), schema)
  return Object.fromEntries([...named].map(([name, schema]) => [name, withRulesInWords(schema)]))
}

/**
 * A plan declares the field `operationId` of all other write responses as absent. Types of either response
 * then allow reading it.
 */
function withoutRecord(plan: JsonSchema): JsonSchema {
  const operationId: JsonSchema = {
    type: 'string',
    description: 'Absent: a dry run leaves no record. Whether an answer is a plan is told by `plan`.',
  }
  return { ...plan, properties: { ...plan.properties, operationId } }
}

/**
 * Moves rules that JSON Schema cannot express into the description, throughout a schema. Default values move
 * as well, because type generators such as openapi-typescript treat a field with a default as required.
 */
function withRulesInWords(schema: JsonSchema): JsonSchema {
  const {
    'x-rules': rules = [],
    'x-other-values': _,
    'x-preferred': __,
    'x-suffices': ___,
    default: whenLeftOut,
    ...copy
  } = schema
  const sentences = rules
    .filter((rule) => !isExpressed(rule, schema))
    .map(({ text }) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`)
  if (whenLeftOut !== undefined) sentences.push(`\`${JSON.stringify(whenLeftOut)}\` when left out.`)
  if (copy.deprecated !== true) sentences.push(...otherValuesInWords(schema))
  if (sentences.length > 0) copy.description = [copy.description, ...sentences].filter(Boolean).join(' ')
  const either = interchangeable(copy)
  if (either) {
    copy.required = (copy.required ?? []).filter((name) => !either.includes(name))
    copy.anyOf = either.map((name) => ({ required: [name] }))
  }
  if (copy.properties)
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, member]) => [
        name,
        typeof member === 'object' ? withRulesInWords(member) : member,
      ]),
    )
  if (typeof copy.items === 'object' && !Array.isArray(copy.items)) copy.items = withRulesInWords(copy.items)
  if (typeof copy.additionalProperties === 'object')
    copy.additionalProperties = withRulesInWords(copy.additionalProperties)
  return copy
}

function isExpressed({ flaw, text }: WrittenRule, schema: JsonSchema): boolean {
  if (flaw === 'TOO_SHORT') return schema.minLength !== undefined
  return flaw === 'TOO_LONG' && text === `may have at most ${schema.maxLength} characters.`
}

const healthy: JsonSchema = {
  type: 'object',
  required: ['success', 'error', 'status'],
  properties: {
    success: { type: 'boolean', const: true },
    error: { type: 'string', const: '' },
    status: { type: 'string', enum: ['alive', 'ready'] },
  },
}

function health(
  operationId: string,
  status: string,
  summary: string,
  failures: readonly ErrorCode[],
): OpenApiOperation {
  return {
    operationId,
    tags: ['health'],
    summary,
    description: `${summary} Needs no API key.`,
    security: [],
    responses: {
      '200': {
        description: 'It is.',
        headers: headerReferences([]),
        content: {
          'application/json': {
            schema: { $ref: `${shapeReference}HealthAnswer` },
            examples: {
              success: {
                value: {
                  success: true,
                  requestId: exampleRequestId,
                  results: { success: true, error: '', status },
                },
              },
            },
          },
        },
      },
      ...(failures.length > 0 ? { '503': failureWith(failures, undefined, ['Retry-After']) } : {}),
      '4XX': { $ref: '#/components/responses/BeforeOperation' },
    },
  }
}
