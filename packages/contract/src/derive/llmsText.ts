// Renders a short description of the service for language models.

import { errorCodes } from '../errors.ts'
import { groupNames, groups } from '../groups.ts'
import { scopesOf } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { preferredValues, rulesInWords } from './aliases.ts'
import { codesByStatus, definitionOf } from './answers.ts'
import { itemsOf } from './fields.ts'
import { type JsonSchema, schemas, shapeReference } from './schemas.ts'

/**
 * Renders `llms.txt`: what the service is, how to call it, and every operation with its body and results in
 * compact form.
 */
export function llmsText({ serverUrl = '' }: { readonly serverUrl?: string } = {}): string {
  const { bodies, results, shapes } = schemas()
  const used = new Set<string>()
  const describe = (name: OperationName) => {
    const operation = declarationOf(name)
    const { summary, description, effect } = operation
    const scope = scopesOf(operation).join(' or ')
    return [
      `- POST /${name} (${effect}, scope ${scope}): ${summary}${description ? ` ${description}` : ''}`,
      `  body: ${compact(bodies.get(name) ?? {}, used, writeMembers)}`,
      `  results: ${compact(results.get(name) ?? {}, used, ofEveryAnswer)}`,
      ...rulesInWords(operation).map((rule) => `  rule: ${rule}`),
    ].join('\n')
  }
  const sections = groupNames.map((group) =>
    [
      `## ${groups[group].title}`,
      groups[group].says,
      operationNames
        .filter((name) => groupOf(name) === group)
        .map(describe)
        .join('\n'),
    ].join('\n\n'),
  )
  // Shapes can refer to further shapes, so the set grows during the iteration.
  const named: string[] = []
  for (const shape of used) named.push(`- ${shape} = ${compact(shapes.get(shape) ?? {}, used)}`)
  const parts = [
    '# adrail',
    introduction,
    howToCall,
    ...sections,
    `## Shapes\n\n${named.sort().join('\n')}`,
    `## Errors\n\n${errorsInShort()}`,
    `## Links\n\n${links(serverUrl)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const introduction = `> A self-hosted HTTP/JSON service that manages advertising for end users on three platform families: social networks, search advertising and a professional network. The platforms are linked per user; one API key serves all users of a workspace.`

const howToCall = `## How to call it

- Every operation is POST /<group>/<operation> with a JSON object as body and the headers "x-api-key: <key>" and "content-type: application/json".
- Every answer is {"success", "requestId", "results": {"success", "error", ...}}. success is true when the HTTP status is 200. results.success tells whether the operation did what was asked; results.error is a sentence, empty after success. On failure results has code, retryable and, where it applies, field and details.
- Status 200 with results.success false: the platform definitely refused. 4xx: nothing was changed. A write that ends with 5xx may have happened: repeat it with the same Idempotency-Key or call operation/get_operation, never create it again blindly.
- Effects: read changes nothing, local changes only what this service stores, write changes something at a platform and may cost money.
- Every write also takes dryRun?: boolean (check everything and return plan and planHash without effect) and planHash?: string (refuse if the plan would differ by now), and the header Idempotency-Key (makes it safe to repeat). Do a dry run first when money is involved.
- Send only members that are listed, each once. Any other is refused with 400 UNKNOWN_FIELD, which names the nearest listed one.
- Lists answer pagination {next, previous}; send one back as pagination for that page; "" means there is none.
- To start: user/create_user, then auth/create_link, and let the user open results.link; auth/get_link_status tells how far it has come.
- Below, "?" marks members that may be left out, "=" their default, and "results" lists what comes besides success and error. string(30) is text of at most 30 characters, url an absolute http(s) URL, date a day written YYYY-MM-DD, [3..15] an array of 3 to 15 entries.`

const writeMembers: ReadonlySet<string> = new Set(['dryRun', 'planHash'])
const ofEveryAnswer: ReadonlySet<string> = new Set(['success', 'error'])

/** Writes a schema in TypeScript notation on one line. */
function compact(schema: JsonSchema, used: Set<string>, leftOut: ReadonlySet<string> = new Set()): string {
  const shape = schema.$ref?.slice(shapeReference.length)
  if (shape) {
    used.add(shape)
    return shape
  }
  const values = preferredValues(schema)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const items = itemsOf(schema)
  if (items) return `${items.enum ? `(${compact(items, used)})` : compact(items, used)}${size(schema)}`
  if (schema.type !== 'object') return scalar(schema)
  if (typeof schema.additionalProperties === 'object')
    return `{ [key: string]: ${compact(schema.additionalProperties, used)} }`
  const members = Object.entries(schema.properties ?? {})
    .filter(([name, member]) => !leftOut.has(name) && !(typeof member === 'object' && member.deprecated))
    .map(([name, member]) => {
      if (typeof member !== 'object') return name
      const fallback = member.default === undefined ? '' : ` = ${JSON.stringify(member.default)}`
      return `${name}${schema.required?.includes(name) ? '' : '?'}: ${compact(member, used)}${fallback}`
    })
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function scalar({ type, format, maxLength }: JsonSchema): string {
  if (format === 'date') return 'date'
  if (format === 'uri') return 'url'
  if (typeof type !== 'string') return 'any'
  return type === 'string' && maxLength !== undefined ? `string(${maxLength})` : type
}

function size({ minItems, maxItems }: JsonSchema): string {
  return maxItems === undefined ? '[]' : `[${minItems ?? 0}..${maxItems}]`
}

function errorsInShort(): string {
  return [...codesByStatus(errorCodes)]
    .map(([status, codes]) =>
      codes
        .map((code) => {
          const { retryable, meaning } = definitionOf(code)
          return `- ${status} ${code}${retryable ? ' (retryable)' : ''}: ${meaning}`
        })
        .join('\n'),
    )
    .join('\n')
}

function links(serverUrl: string): string {
  return [
    `- [OpenAPI description](${serverUrl}/openapi.json): every field, limit and answer, with examples`,
    `- [API reference](${serverUrl}/docs): the same for people, to try out`,
    `- [MCP](${serverUrl}/mcp): the same as tools, by Streamable HTTP with the same key`,
  ].join('\n')
}
