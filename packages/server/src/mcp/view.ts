// The URL's selection of tools: all tools, the tools of some groups, or the compact tool list.

import { findNearestName, type GroupName, toolGroups } from '@adrail/contract'
import { invalidBody } from '../base/errors.ts'

export interface View {
  readonly isCompact: boolean
  readonly groups: readonly GroupName[]
}

const parameters = ['mode', 'groups']
const modes = ['full', 'compact']

/** Refuses unknown parameters: a caller who misspells a filter would otherwise get the whole list. */
export function readView(query: URLSearchParams): View {
  for (const name of query.keys()) require(name, parameters, name)
  const mode = query.get('mode') ?? 'full'
  require('mode', modes, mode)
  const given = query.get('groups')
  const groups = given === null ? toolGroups : given.split(',')
  for (const group of groups) require('groups', toolGroups, group)
  return { isCompact: mode === 'compact', groups: toolGroups.filter((group) => groups.includes(group)) }
}

function require(field: string, known: readonly string[], given: string): void {
  if (known.includes(given)) return
  const meant = findNearestName(given, known)
  const guess = meant === undefined ? '' : `; did you mean ${meant}?`
  const message = `In the URL of /mcp, ${field} must be one of ${known.join(', ')}${guess || '.'}`
  throw invalidBody([{ field, code: 'NOT_ALLOWED', message }])
}
