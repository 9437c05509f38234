// Derives the OpenAPI description of the service from the contract.

import packageJson from '../../package.json' with { type: 'json' }
import { readinessErrors } from '../errorSets.ts'
import type { ErrorCode } from '../errors.ts'
import { groupNames, groups } from '../groups.ts'
import { scopesOf } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { describeOtherValues, describeRules, findInterchangeableNames } from './aliases.ts'
import { effectTexts } from './effects.ts'
import { buildExampleSuccess, exampleRequestId, groupCodesByStatus } from './exampleResponses.ts'
import { commonErrorsOf, describeRequestBody, type OpenApiRequestBody } from './requestBody.ts'
import {
  buildCommonResponses,
  buildFailureExamples,
  buildSharedExamples,
  describePreOperation,
  describeRefusal,
  headers,
  type OpenApiExample,
  type OpenApiResponse,
  type Reference,
  toFailureResponse,
  toHeaderReferences,
} from './responses.ts'
import {
  deriveSchemas,
  type JsonSchema,
  type RuleSentence,
  type Schemas,
  shapeReference,
  toBodyShapeName,
  toOperationId,
  toResultsShapeName,
} from './schemas.ts'
import { buildWebhooks, listEventShapes, type OpenApiWebhook } from './webhooks.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Reference[]
  readonly requestBody?: OpenApiRequestBody
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

export function buildOpenApi({
  serverUrl = '/',
  version = packageJson.version,
}: OpenApiOptions = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'adrail',
      version,
      summary: 'Manage advertising for your users on Meta, Google Ads and LinkedIn through one API.',
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [
      ...groupNames.map((name) => ({ name, description: groups[name].description })),
      {
        name: 'health',
        description: 'Reports the state of the process to load balancers and orchestrators.',
      },
    ],
    paths: {
      ...Object.fromEntries(operationNames.map((name) => [`/${name}`, { post: describeOperation(name) }])),
      '/healthz': { get: describeHealth('healthz', 'alive', 'Reports whether the process is alive.', []) },
      '/readyz': {
        get: describeHealth(
          'readyz',
          'ready',
          'Reports whether the process is ready for requests.',
          readinessErrors,
        ),
      },
    },
    webhooks: buildWebhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'An API key for the workspace. Every key has scopes. To call an operation, a key needs one of the scopes that the operation lists.',
        },
      },
      parameters: { 'Idempotency-Key': idempotencyKeyHeader, Prefer: preferHeader },
      headers,
      schemas: collectShapes(deriveSchemas()),
      responses: { ...buildCommonResponses(), BeforeOperation: describePreOperation() },
      examples: buildSharedExamples(),
    },
  }
}

const introduction = `Every operation is a \`POST\` to \`/<group>/<operation>\` with a JSON object as the body and an API key in the \`x-api-key\` header.

Every response has the same envelope, regardless of its status. \`success\` is true if and only if the HTTP status is 200. \`results.success\` is true if the operation succeeded. \`results.error\` is a human-readable sentence, empty on success. A failure also has a machine-readable \`code\`, a human-readable \`action\`, and \`retryable\`, which states whether the same request may succeed later.

Status 200 with \`results.success: false\` means that the platform definitely refused the request. A 4xx status means that a write did not start, or that adrail rolled it back, for example after a freeze (403 \`SPEND_FROZEN\`). If campaign changes remain, \`results.error\` lists them.

adrail refuses unknown and duplicate fields, so a misspelled \`dryRun\` never spends money. Later releases may add fields to responses, but documented fields keep their meaning.`

function describeOperation(name: OperationName): OpenApiOperation {
  const operation = declarationOf(name)
  const { summary, description, effect, errors } = operation
  const scope = scopesOf(operation)
    .map((scopeName) => `\`${scopeName}\``)
    .join(' or ')
  const rules = describeRules(operation)
  const paragraphs = [
    description ?? summary,
    ...(rules.length > 0 ? [['Rules:', '', ...rules.map((rule) => `- ${rule}`)].join('\n')] : []),
    `Effect: \`${effect}\`, ${effectTexts[effect]}. Scope: ${scope}.`,
  ]
  const codes = groupCodesByStatus([...commonErrorsOf(operation), ...errors])
  codes.delete(200)
  return {
    operationId: toOperationId(name),
    tags: [groupOf(name)],
    summary,
    description: paragraphs.join('\n\n'),
    ...(effect === 'write' ? { parameters: writeParameters } : {}),
    requestBody: describeRequestBody(name),
    responses: {
      '200': describeSuccess(name),
      ...Object.fromEntries(
        [...codes].map(([status, codes]) => [String(status), describeRefusal(status, codes, name)]),
      ),
      '4XX': { $ref: '#/components/responses/BeforeOperation' },
    },
  }
}

function describeSuccess(name: OperationName): OpenApiResponse {
  const { effect, errors, summary, table } = declarationOf(name)
  const refusals = groupCodesByStatus(errors).get(200) ?? []
  const outcomes = [
    toResultsShapeName(name),
    ...(effect === 'write' ? ['Plan'] : []),
    ...(refusals.length > 0 ? ['Failure'] : []),
  ].map((shape) => ({ $ref: shapeReference + shape }))
  return {
    description:
      refusals.length > 0
        ? 'The definite outcome: success or, if `results.success` is false, a refusal by the platform.'
        : 'The operation succeeded.',
    headers: toHeaderReferences([
      'RateLimit',
      'RateLimit-Policy',
      ...(effect === 'write' ? ['Idempotency-Replayed', 'Preference-Applied'] : []),
    ]),
    content: {
      'application/json': {
        schema: toEnvelopeSchema(
          true,
          outcomes.length === 1 && outcomes[0] ? outcomes[0] : { anyOf: outcomes },
        ),
        examples: {
          success: { summary, value: buildExampleSuccess(name) },
          ...buildFailureExamples(refusals, name),
        },
      },
      ...(table === undefined ? {} : { 'text/csv': { schema: tableSchema } }),
    },
  }
}

const tableSchema = {
  type: 'string',
  description:
    'Returned for `Accept: text/csv`: the rows as a table with a header (RFC 4180, UTF-8), without the envelope. Missing data is represented by a row with an `error`.',
} as const

const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries of the write safe. adrail executes one write per key and body, and returns the same response to every retry. adrail refuses a key that was already used with a different body. Use a random UUID as the key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  // The header has no example. The API reference would send an example with every attempt, and the second
  // write would get the response of the first one.
}

const preferHeader = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`wait=<seconds>`: the maximum time to wait for the write. After that, adrail returns 504 `OPERATION_PENDING` with the id of the write, and continues in the background. By default, adrail responds within about 60 seconds.',
  schema: { type: 'string' },
}

const writeParameters = ['Idempotency-Key', 'Prefer'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const requestIdSchema = {
  type: 'string',
  description: "Id of this request, as it appears in adrail's log.",
} as const

function toEnvelopeSchema(success: boolean, results: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'requestId', 'results'],
    properties: {
      success: { type: 'boolean', const: success, description: 'Whether the HTTP status is 200.' },
      requestId: requestIdSchema,
      results,
    },
  }
}

function collectShapes({ bodies, results, shapes }: Schemas): Record<string, JsonSchema> {
  const namedShapes = new Map<string, JsonSchema>([...shapes])
  namedShapes.set('FailureAnswer', toEnvelopeSchema(false, { $ref: `${shapeReference}Failure` }))
  namedShapes.set('HealthAnswer', toEnvelopeSchema(true, healthResults))
  namedShapes.set('Plan', withAbsentOperationId(namedShapes.get('Plan') ?? {}))
  for (const [name, schema] of listEventShapes()) namedShapes.set(name, schema)
  for (const [name, schema] of bodies)
    if (!declarationOf(name).binaryBody) namedShapes.set(toBodyShapeName(name), schema)
  for (const [name, schema] of results) namedShapes.set(toResultsShapeName(name), schema)
  return Object.fromEntries([...namedShapes].map(([name, schema]) => [name, moveRulesToDescription(schema)]))
}

/**
 * A plan declares the field `toOperationId` of all other write responses as absent. Types of either response
 * then allow reading it.
 */
function withAbsentOperationId(plan: JsonSchema): JsonSchema {
  const operationId: JsonSchema = {
    type: 'string',
    description:
      'Absent, because adrail does not store dry runs. Only the response to a dry run contains `plan`.',
  }
  return { ...plan, properties: { ...plan.properties, operationId } }
}

/**
 * Moves rules that JSON Schema cannot express into the description, throughout a schema. Default values move
 * as well, because type generators such as openapi-typescript treat a field with a default as required.
 */
function moveRulesToDescription(schema: JsonSchema): JsonSchema {
  const {
    'x-rules': rules = [],
    'x-other-values': _,
    'x-preferred': __,
    'x-suffices': ___,
    'x-upload': ____,
    default: defaultValue,
    ...copy
  } = schema
  const sentences = rules
    .filter((rule) => !isExpressedInSchema(rule, schema))
    .map(({ text }) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`)
  if (defaultValue !== undefined) sentences.push(`Defaults to \`${JSON.stringify(defaultValue)}\`.`)
  if (copy.deprecated !== true) sentences.push(...describeOtherValues(schema))
  if (sentences.length > 0) copy.description = [copy.description, ...sentences].filter(Boolean).join(' ')
  const alternatives = findInterchangeableNames(copy)
  if (alternatives) {
    copy.required = (copy.required ?? []).filter((name) => !alternatives.includes(name))
    copy.anyOf = alternatives.map((name) => ({ required: [name] }))
  }
  if (copy.properties)
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, propertySchema]) => [
        name,
        typeof propertySchema === 'object' ? moveRulesToDescription(propertySchema) : propertySchema,
      ]),
    )
  if (typeof copy.items === 'object' && !Array.isArray(copy.items))
    copy.items = moveRulesToDescription(copy.items)
  if (typeof copy.additionalProperties === 'object')
    copy.additionalProperties = moveRulesToDescription(copy.additionalProperties)
  return copy
}

function isExpressedInSchema({ code, text }: RuleSentence, schema: JsonSchema): boolean {
  if (code === 'TOO_SHORT') return schema.minLength !== undefined
  return code === 'TOO_LONG' && text === `may have at most ${schema.maxLength} characters.`
}

const healthResults: JsonSchema = {
  type: 'object',
  required: ['success', 'error', 'status'],
  properties: {
    success: { type: 'boolean', const: true },
    error: { type: 'string', const: '' },
    status: { type: 'string', enum: ['alive', 'ready'] },
  },
}

function describeHealth(
  operationId: string,
  status: string,
  summary: string,
  failures: readonly ErrorCode[],
): OpenApiOperation {
  return {
    operationId,
    tags: ['health'],
    summary,
    description: `${summary} Does not require an API key.`,
    security: [],
    responses: {
      '200': {
        description: 'The check succeeded.',
        headers: toHeaderReferences([]),
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
      ...(failures.length > 0 ? { '503': toFailureResponse(failures, undefined, ['Retry-After']) } : {}),
      '4XX': { $ref: '#/components/responses/BeforeOperation' },
    },
  }
}
