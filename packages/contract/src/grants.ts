// Derives what follows from the permissions that a person granted: permissions to request, missing
// permissions, and operations that do not work without them.

import { declarationOf, type OperationName, operationNames } from './operations.ts'
import { type PermissionName, permissions } from './permissions.ts'
import type { Platform } from './platforms.ts'

/** A permission that the user did not grant. */
export interface MissingPermission {
  readonly permission: string
  /** Operations that do not work without the permission, or not in all their parts. */
  readonly operations: readonly OperationName[]
}

type Kind = 'needed' | 'optional' | 'extra' | 'leads'

/** Lists a platform's permissions of the given kinds, in the order of their table. */
export function permissionNames(platform: Platform, ...kinds: readonly Kind[]): PermissionName[] {
  const names = Object.entries(permissions[platform]).flatMap(([name, { kind }]) =>
    kinds.includes(kind) ? [name] : [],
  )
  // The keys of the table are exactly its permission names. The compiler infers only `string`.
  return names as PermissionName[]
}

/** Lists the optional permissions that a consent did not grant. */
export function missingPermissions(platform: Platform, granted: readonly string[]): MissingPermission[] {
  return optionalOf(platform).filter(({ permission }) => !granted.includes(permission))
}

/**
 * Lists the optional permissions of a platform. The list is cached, because every profile response needs it.
 */
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
