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
import { invalidBodyError, ServiceError, toFailureResults } from '../runtime/errors.ts'
import type { McpRequest } from './mcpRequest.ts'
import { findTools } from './toolSearch.ts'
import { allowedOperations, findTool } from './tools.ts'

type Arguments = Readonly<Record<string, unknown>>

/** A call of an operation through a tool. */
export interface OperationCall {
  readonly tool: OperationTool
  readonly args: Arguments
  /** How to execute a plan, as the phrase after "to carry it out". */
  readonly howToCall: string
}

export function isCompactTool(name: string): name is CompactToolName {
  return (compactToolNames as readonly string[]).includes(name)
}

/** Returns the result, or the operation call that produces the result. */
export function callCompactTool(
  name: CompactToolName,
  args: Arguments,
  mcpRequest: McpRequest,
): { readonly result: CallToolResult } | { readonly call: OperationCall } {
  try {
    if (name === 'search') return { result: jsonResult({ operations: searchOperations(args, mcpRequest) }) }
    const tool = findTool('operation', readText(args, 'operation'), mcpRequest)
    if (name === 'describe') return { result: jsonResult(describeOperation(tool)) }
    return { call: { tool, args: readArguments(args), howToCall: `use call again for ${tool.name}` } }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { result: { ...jsonResult(toFailureResults(error)), isError: true } }
  }
}

function jsonResult(results: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(results) }], structuredContent: { ...results } }
}

const maxResults = 15

function searchOperations(args: Arguments, mcpRequest: McpRequest) {
  const query = readText(args, 'query')
  const group = readText(args, 'group')
  const candidates = allowedOperations(mcpRequest).filter(
    ({ operation }) => group === '' || groupOf(operation) === group,
  )
  const matching = query.trim() === '' ? candidates : findTools(query, candidates).slice(0, maxResults)
  return matching.map(({ name, operation }) => ({ operation: name, does: declarationOf(operation).summary }))
}

function describeOperation(tool: OperationTool) {
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

function readArguments({ arguments: value = {} }: Arguments): Arguments {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw invalidBodyError([
    { field: 'arguments', code: 'WRONG_TYPE', message: 'arguments must be an object.' },
  ])
}

function readText(args: Arguments, field: 'query' | 'group' | 'operation'): string {
  const value = args[field] ?? ''
  if (typeof value === 'string') return value
  throw invalidBodyError([{ field, code: 'WRONG_TYPE', message: `${field} must be a string.` }])
}
