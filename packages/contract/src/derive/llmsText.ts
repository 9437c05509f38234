// Renders a short description of the service for language models.

import { formatMediaTypes } from '../binaryBody.ts'
import { errorCodes } from '../errors.ts'
import { groupNames, groups } from '../groups.ts'
import { scopesOf } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { describeRules, listPreferredValues } from './aliases.ts'
import { definitionOf, groupCodesByStatus } from './exampleResponses.ts'
import { findItemSchema } from './fields.ts'
import { deriveSchemas, type JsonSchema, shapeReference } from './schemas.ts'

interface LlmsTextOptions {
  readonly serverUrl?: string
  /** The pages of the documentation that the service serves. */
  readonly guides?: readonly {
    readonly title: string
    readonly address: string
    readonly description: string
  }[]
}

/**
 * Renders `llms.txt`: what the service is, how to call it, and every operation with its body and results in
 * compact form.
 */
export function renderLlmsText({ serverUrl = '', guides = [] }: LlmsTextOptions = {}): string {
  const { bodies, results, shapes } = deriveSchemas()
  const usedShapes = new Set<string>()
  const describeOperation = (name: OperationName) => {
    const operation = declarationOf(name)
    const { summary, description, effect, binaryBody } = operation
    const scope = scopesOf(operation).join(' or ')
    return [
      `- POST /${name} (${effect}, scope ${scope}): ${summary}${description ? ` ${description}` : ''}`,
      `  body: ${binaryBody ? `the bytes of the file, as ${formatMediaTypes(binaryBody)}` : formatCompact(bodies.get(name) ?? {}, usedShapes, writeOptionNames)}`,
      `  results: ${formatCompact(results.get(name) ?? {}, usedShapes, envelopeFields)}`,
      ...describeRules(operation).map((rule) => `  rule: ${rule}`),
    ].join('\n')
  }
  const sections = groupNames.map((group) =>
    [
      `## ${groups[group].title}`,
      groups[group].description,
      operationNames
        .filter((name) => groupOf(name) === group)
        .map(describeOperation)
        .join('\n'),
    ].join('\n\n'),
  )
  // Shapes can refer to further shapes, so the set grows during the iteration.
  const shapeLines: string[] = []
  for (const shape of usedShapes)
    shapeLines.push(`- ${shape} = ${formatCompact(shapes.get(shape) ?? {}, usedShapes)}`)
  const textParts = [
    '# adrail',
    introduction,
    callInstructions,
    ...sections,
    `## Shapes\n\n${shapeLines.sort().join('\n')}`,
    `## Errors\n\n${renderErrorList()}`,
    `## Links\n\n${renderLinks(serverUrl)}`,
    ...(guides.length === 0 ? [] : [`## Guides\n\n${renderGuides(serverUrl, guides)}`]),
  ]
  return `${textParts.join('\n\n')}\n`
}

const introduction = `> A self-hosted HTTP/JSON service that manages advertising for your users on Meta (\`social\`), Google Ads (\`search\`) and LinkedIn (\`pro\`). Each user links ad accounts. One API key gives access to all users in a workspace.`

const callInstructions = `## How to call adrail

- Every operation is POST /<group>/<operation> with a JSON object as the body and the headers "x-api-key: <key>" and "content-type: application/json".
- Every response is {"success", "requestId", "results": {"success", "error", ...}}. success is true if the HTTP status is 200. results.success is true if the operation succeeded. results.error is a sentence, empty on success. On failure, results contains code, action, retryable and, if applicable, field and details.
- Status 200 with results.success false: the platform definitely refused the request. 4xx: a write did not start, or adrail rolled it back, for example after a freeze (403 SPEND_FROZEN). If campaign changes remain, error lists them. 5xx: the outcome of a write can be unknown. Resend the write with the same Idempotency-Key, or call operation/get_operation. Never send it with a new key before you know the outcome.
- Effects: read changes nothing, local changes only data in adrail, write changes something on a platform and may cost money.
- Every write also accepts dryRun?: boolean (check everything and return plan and planHash without changing anything) and planHash?: string (refuse the write if its plan has changed). The Idempotency-Key header makes retries of a write safe. If money is involved, do a dry run first.
- Send only listed fields, and each only once. adrail refuses any other field with 400 UNKNOWN_FIELD, which suggests the most similar field name.
- Lists return pagination {next, previous}. To get one of these pages, send its value as pagination. "" means that the page does not exist.
- To start, call user/create_user, then auth/create_link, and have the user open results.link. auth/get_link_status returns the progress of the link.
- Below, "?" marks optional fields, "=" precedes a default value, and "results" lists all fields except success and error. string(30) is a string of at most 30 characters, url is an absolute http(s) URL, date is a date in the format YYYY-MM-DD, and [3..15] is an array of 3 to 15 entries.`

const writeOptionNames: ReadonlySet<string> = new Set(['dryRun', 'planHash'])
const envelopeFields: ReadonlySet<string> = new Set(['success', 'error'])

/** Writes a schema in TypeScript notation on one line. */
function formatCompact(
  schema: JsonSchema,
  usedShapes: Set<string>,
  omitted: ReadonlySet<string> = new Set(),
): string {
  const shape = schema.$ref?.slice(shapeReference.length)
  if (shape) {
    usedShapes.add(shape)
    return shape
  }
  const values = listPreferredValues(schema)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const items = findItemSchema(schema)
  if (items)
    return `${items.enum ? `(${formatCompact(items, usedShapes)})` : formatCompact(items, usedShapes)}${formatSize(schema)}`
  if (schema.type !== 'object') return formatScalar(schema)
  if (typeof schema.additionalProperties === 'object')
    return `{ [key: string]: ${formatCompact(schema.additionalProperties, usedShapes)} }`
  const fields = Object.entries(schema.properties ?? {})
    .filter(
      ([name, fieldSchema]) =>
        !omitted.has(name) && !(typeof fieldSchema === 'object' && fieldSchema.deprecated),
    )
    .map(([name, fieldSchema]) => {
      if (typeof fieldSchema !== 'object') return name
      const fallback = fieldSchema.default === undefined ? '' : ` = ${JSON.stringify(fieldSchema.default)}`
      return `${name}${schema.required?.includes(name) ? '' : '?'}: ${formatCompact(fieldSchema, usedShapes)}${fallback}`
    })
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function formatScalar({ type, format, maxLength }: JsonSchema): string {
  if (format === 'date') return 'date'
  if (format === 'uri') return 'url'
  if (typeof type !== 'string') return 'any'
  return type === 'string' && maxLength !== undefined ? `string(${maxLength})` : type
}

function formatSize({ minItems, maxItems }: JsonSchema): string {
  return maxItems === undefined ? '[]' : `[${minItems ?? 0}..${maxItems}]`
}

function renderErrorList(): string {
  return [...groupCodesByStatus(errorCodes)]
    .map(([status, codes]) =>
      codes
        .map((code) => {
          const { retryable, meaning, action } = definitionOf(code)
          return `- ${status} ${code}${retryable ? ' (retryable)' : ''}: ${meaning} ${action}`
        })
        .join('\n'),
    )
    .join('\n')
}

function renderGuides(serverUrl: string, guides: Required<LlmsTextOptions>['guides']): string {
  return guides
    .map(({ title, address, description }) => `- [${title}](${serverUrl}${address}): ${description}`)
    .join('\n')
}

function renderLinks(serverUrl: string): string {
  return [
    `- [OpenAPI description](${serverUrl}/openapi.json): every field, limit and response, with examples`,
    `- [API reference](${serverUrl}/docs/reference): the same content for people, with a client for test requests`,
    `- [MCP](${serverUrl}/mcp): the operations as tools, over Streamable HTTP with the same key`,
  ].join('\n')
}
