// The compact tool list has three tools: one finds operations, one describes an operation, one calls it.

import {
  type CompactToolName,
  compactToolNames,
  declarationOf,
  describeRules,
  groupOf,
  type OperationTool,
  toPreferredBody,
} from '@adrail/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { failureResults, invalidBody, ServiceError } from '../base/errors.ts'
import { findTools } from './toolSearch.ts'
import { findTool, operationsFor } from './tools.ts'
import type { Visit } from './visit.ts'

type Arguments = Readonly<Record<string, unknown>>

/** A call of an operation through a tool. */
export interface OperationCall {
  readonly tool: OperationTool
  readonly given: Arguments
  /** How to execute a plan, as the phrase after "to carry it out". */
  readonly howToCall: string
}

export function isCompactTool(name: string): name is CompactToolName {
  return (compactToolNames as readonly string[]).includes(name)
}

/** Returns the result, or the operation call that produces the result. */
export function compactAnswer(
  name: CompactToolName,
  given: Arguments,
  visit: Visit,
): { readonly answer: CallToolResult } | { readonly call: OperationCall } {
  try {
    if (name === 'search') return { answer: told({ operations: search(given, visit) }) }
    const tool = findTool('operation', textIn(given, 'operation'), visit)
    if (name === 'describe') return { answer: told(describe(tool)) }
    return { call: { tool, given: argumentsIn(given), howToCall: `use call again for ${tool.name}` } }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { answer: { ...told(failureResults(error)), isError: true } }
  }
}

function told(results: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(results) }], structuredContent: { ...results } }
}

const mostFound = 15

function search(given: Arguments, visit: Visit) {
  const query = textIn(given, 'query')
  const group = textIn(given, 'group')
  const candidates = operationsFor(visit).filter(
    ({ operation }) => group === '' || groupOf(operation) === group,
  )
  const found = query.trim() === '' ? candidates : findTools(query, candidates).slice(0, mostFound)
  return found.map(({ name, operation }) => ({ operation: name, does: declarationOf(operation).summary }))
}

function describe(tool: OperationTool) {
  const declaration = declarationOf(tool.operation)
  const { errors, example, effect, input } = declaration
  return {
    operation: tool.name,
    does: tool.description,
    effect,
    arguments: tool.inputSchema,
    rules: describeRules(declaration),
    example: toPreferredBody(input, example.body),
    errors,
  }
}

function argumentsIn({ arguments: given = {} }: Arguments): Arguments {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
  throw invalidBody([{ field: 'arguments', code: 'WRONG_TYPE', message: 'arguments must be an object.' }])
}

function textIn(given: Arguments, field: 'query' | 'group' | 'operation'): string {
  const value = given[field] ?? ''
  if (typeof value === 'string') return value
  throw invalidBody([{ field, code: 'WRONG_TYPE', message: `${field} must be a string.` }])
}
