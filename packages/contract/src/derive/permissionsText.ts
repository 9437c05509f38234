// Renders the tables of permissions: in docs/linking.md for operators, and in docs/going-live for requests to
// the platforms.

import { listOperationsUsing, listPermissionNames } from '../grants.ts'
import { declarationOf, operationNames } from '../operations.ts'
import { type Platform, platformFacts, platforms } from '../platforms.ts'
import { inlineCode, renderTable } from './markdown.ts'

const kindTexts = {
  needed: 'needed',
  optional: 'optional',
  extra: 'only when configured',
  leads: 'only if adrail reads leads',
} as const

export function renderPermissions(): string {
  return `${platforms.map((platform) => `${inlineCode(platform)}:\n\n${renderPermissionTable(platform)}`).join('\n\n')}\n`
}

/** Renders the reasons that an operator gives the platform when requesting permissions. */
export function renderPermissionReasons(platform: Platform): string {
  const entries = platformFacts[platform].permissions
  const rows = listPermissionNames(platform, 'needed', 'optional', 'extra', 'leads').map((name) => {
    const { kind = 'needed', reason = '' } = entries[name] ?? {}
    return [inlineCode(name), kindTexts[kind], reason, describeUses(platform, name)]
  })
  return `${renderTable(['permission', 'requested', 'reason', 'operations that need it'], rows)}\n`
}

function renderPermissionTable(platform: Platform): string {
  const entries = platformFacts[platform].permissions
  return renderTable(
    ['permission', 'requested', 'lets the service', 'operations that need it'],
    listPermissionNames(platform, 'needed', 'optional', 'extra', 'leads').map((name) => {
      const { kind = 'needed', lets = '' } = entries[name] ?? {}
      return [inlineCode(name), kindTexts[kind], lets, describeUses(platform, name)]
    }),
  )
}

function describeUses(platform: Platform, name: Parameters<typeof listOperationsUsing>[0]): string {
  const permissionUsers = listOperationsUsing(name)
  const platformOperations = operationNames.filter((each) => declarationOf(each).platform === platform)
  const readers = platformOperations.filter((each) => declarationOf(each).effect === 'read')
  if (permissionUsers.length === 0) return '–'
  if (permissionUsers.length === platformOperations.length && permissionUsers.length > 1) return 'all'
  if (
    permissionUsers.length > 1 &&
    permissionUsers.length === readers.length &&
    permissionUsers.every((each) => readers.includes(each))
  )
    return 'all reads'
  if (
    permissionUsers.length === platformOperations.length - readers.length &&
    permissionUsers.every((each) => !readers.includes(each))
  )
    return 'all writes'
  return permissionUsers
    .map((each) => {
      const part = declarationOf(each).permissions.find(({ permission }) => permission === name)?.part
      return part === undefined ? inlineCode(each) : `${inlineCode(each)} (${part})`
    })
    .join(', ')
}
