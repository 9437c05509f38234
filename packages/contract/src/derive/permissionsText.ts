// Renders the tables of permissions: in docs/linking.md for operators, and in docs/going-live for requests to
// the platforms.

import { operationsWith, permissionNames } from '../grants.ts'
import { declarationOf, operationNames } from '../operations.ts'
import { permissions } from '../permissions.ts'
import { platforms } from '../platforms.ts'
import { code, table } from './markdown.ts'

const kinds = {
  needed: 'needed',
  optional: 'optional',
  extra: 'only when configured',
  leads: 'only when leads are read',
} as const

export function permissionsText(): string {
  return `${platforms.map((platform) => `${code(platform)}:\n\n${tableOf(platform)}`).join('\n\n')}\n`
}

/** Renders the reasons that an operator gives the platform when requesting permissions. */
export function reasonsText(platform: (typeof platforms)[number]): string {
  const entries: Entries = permissions[platform]
  const rows = permissionNames(platform, 'needed', 'optional', 'extra', 'leads').map((name) => {
    const { kind = 'needed', reason = '' } = entries[name] ?? {}
    return [code(name), kinds[kind], reason, usesOf(platform, name)]
  })
  return `${table(['permission', 'asked for', 'reason', 'operations that need it'], rows)}\n`
}

type Entries = Readonly<
  Record<string, { readonly kind: keyof typeof kinds; readonly lets: string; readonly reason: string }>
>

function tableOf(platform: (typeof platforms)[number]): string {
  const entries: Entries = permissions[platform]
  return table(
    ['permission', 'asked for', 'lets the service', 'operations that need it'],
    permissionNames(platform, 'needed', 'optional', 'extra', 'leads').map((name) => {
      const { kind = 'needed', lets = '' } = entries[name] ?? {}
      return [code(name), kinds[kind], lets, usesOf(platform, name)]
    }),
  )
}

function usesOf(platform: (typeof platforms)[number], name: Parameters<typeof operationsWith>[0]): string {
  const users = operationsWith(name)
  const all = operationNames.filter((each) => declarationOf(each).platform === platform)
  const readers = all.filter((each) => declarationOf(each).effect === 'read')
  if (users.length === 0) return '–'
  if (users.length === all.length && users.length > 1) return 'all'
  if (users.length > 1 && users.length === readers.length && users.every((each) => readers.includes(each)))
    return 'all that read'
  if (users.length === all.length - readers.length && users.every((each) => !readers.includes(each)))
    return 'all that change something'
  return users
    .map((each) => {
      const part = declarationOf(each).permissions.find(({ permission }) => permission === name)?.part
      return part === undefined ? code(each) : `${code(each)} (${part})`
    })
    .join(', ')
}
