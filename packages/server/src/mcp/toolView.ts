// The URL's selection of tools: all tools, the tools of some groups, or the compact tool list.

import { findNearestName, type GroupName, toolGroups } from '@adrail/contract'
import { invalidBodyError } from '../runtime/errors.ts'

export interface ToolView {
  readonly isCompact: boolean
  readonly groups: readonly GroupName[]
}

const parameters = ['mode', 'groups']
const modes = ['full', 'compact']

/** Refuses unknown parameters: a caller who misspells a filter would otherwise get the whole list. */
export function parseToolView(query: URLSearchParams): ToolView {
  for (const name of query.keys()) assertOneOf(name, parameters, name)
  const mode = query.get('mode') ?? 'full'
  assertOneOf('mode', modes, mode)
  const groupsText = query.get('groups')
  const groups = groupsText === null ? toolGroups : groupsText.split(',')
  for (const group of groups) assertOneOf('groups', toolGroups, group)
  return { isCompact: mode === 'compact', groups: toolGroups.filter((group) => groups.includes(group)) }
}

function assertOneOf(field: string, allowed: readonly string[], value: string): void {
  if (allowed.includes(value)) return
  const suggestion = findNearestName(value, allowed)
  const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`
  const message = `In the URL of /mcp, ${field} must be one of ${allowed.join(', ')}${hint || '.'}`
  throw invalidBodyError([{ field, code: 'NOT_ALLOWED', message }])
}
