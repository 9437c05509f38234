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
import { unknownName } from './unknownName.ts'
import type { Visit } from './visit.ts'

const all = listOperationTools()
const byName = new Map(all.map((tool) => [tool.name, tool]))

/** The tools without the field `operation`, which the protocol does not have. */
const listed = new Map(all.map(({ operation, ...tool }) => [operation, tool]))

export function toolsFor(visit: Visit): Tool[] {
  if (visit.view.isCompact) return [...compactTools]
  return operationsFor(visit).flatMap(({ operation }) => listed.get(operation) ?? [])
}

/** The operations that the key may call, within the groups. */
export function operationsFor({ view, caller }: Pick<Visit, 'view' | 'caller'>): OperationTool[] {
  return all.filter(
    ({ operation }) =>
      view.groups.includes(groupOf(operation)) &&
      scopesOf(declarationOf(operation)).some((scope) => caller.scopes.has(scope)),
  )
}

/** Finds the operation with this name within the groups. The pipeline checks whether the key may call it. */
export function findTool(kind: 'tool' | 'operation', name: string, visit: Visit): OperationTool {
  const tool = byName.get(name.replace('/', '_'))
  if (tool && visit.view.groups.includes(groupOf(tool.operation))) return tool
  const known = operationsFor(visit).map((each) => each.name)
  throw unknownName(kind, kind === 'tool' ? 'name' : 'operation', name, known)
}
