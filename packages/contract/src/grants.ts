// What follows from what a person granted at a platform: what to ask for, what is missing, and what does not work then.

import { declarationOf, type OperationName, operationNames } from './operations.ts'
import { type PermissionName, permissions } from './permissions.ts'
import type { Platform } from './platforms.ts'

/** A permission that a connection does without. */
export interface MissingPermission {
  readonly permission: string
  /** Operations that do not work without it, or not in all their parts. */
  readonly operations: readonly OperationName[]
}

type Kind = 'needed' | 'optional' | 'extra' | 'leads'

/** A platform's permissions of some kinds, in the order of their table. */
export function permissionNames(platform: Platform, ...kinds: readonly Kind[]): PermissionName[] {
  const names = Object.entries(permissions[platform]).flatMap(([name, { kind }]) =>
    kinds.includes(kind) ? [name] : [],
  )
  // The keys of the table are exactly its names; the compiler only promises text.
  return names as PermissionName[]
}

/** What a consent did without of what is asked for and not needed. */
export function missingPermissions(platform: Platform, granted: readonly string[]): MissingPermission[] {
  return optionalOf(platform).filter(({ permission }) => !granted.includes(permission))
}

/** What a connection may do without, found out once: it is asked for with every profile. */
function optionalOf(platform: Platform): readonly MissingPermission[] {
  const known = optional.get(platform)
  if (known) return known
  const found = permissionNames(platform, 'optional').map((permission) => ({
    permission,
    operations: operationsWith(permission),
  }))
  optional.set(platform, found)
  return found
}
const optional = new Map<Platform, readonly MissingPermission[]>()

export function operationsWith(permission: PermissionName): OperationName[] {
  return operationNames.filter((name) =>
    declarationOf(name).permissions.some((use) => use.permission === permission),
  )
}
