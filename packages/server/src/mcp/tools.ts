// The tools of a request: the operations that the key's scopes allow, limited to the groups in the URL.

import {
  compactTools,
  declarationOf,
  groupOf,
  listOperationTools,
  type OperationTool,
  scopesOf,
  type Tool,
} from '@adrail/contract'
import type { McpRequest } from './mcpRequest.ts'
import { unknownNameError } from './unknownName.ts'

const allTools = listOperationTools()
const toolsByName = new Map(allTools.map((tool) => [tool.name, tool]))

/** The tools without the field `operation`, which the protocol does not have. */
const toolsByOperation = new Map(allTools.map(({ operation, ...tool }) => [operation, tool]))

export function listTools(mcpRequest: McpRequest): Tool[] {
  if (mcpRequest.view.isCompact) return [...compactTools]
  return allowedOperations(mcpRequest).flatMap(({ operation }) => toolsByOperation.get(operation) ?? [])
}

/** The operations that the key may call, within the groups. */
export function allowedOperations({ view, caller }: Pick<McpRequest, 'view' | 'caller'>): OperationTool[] {
  return allTools.filter(
    ({ operation }) =>
      view.groups.includes(groupOf(operation)) &&
      scopesOf(declarationOf(operation)).some((scope) => caller.scopes.has(scope)),
  )
}

/** Finds the operation with this name within the groups. The pipeline checks whether the key may call it. */
export function findTool(kind: 'tool' | 'operation', name: string, mcpRequest: McpRequest): OperationTool {
  const tool = toolsByName.get(name.replace('/', '_'))
  if (tool && mcpRequest.view.groups.includes(groupOf(tool.operation))) return tool
  const names = allowedOperations(mcpRequest).map((allowedTool) => allowedTool.name)
  throw unknownNameError(kind, kind === 'tool' ? 'name' : 'operation', name, names)
}
