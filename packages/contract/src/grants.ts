// Derives what follows from the permissions that a person granted: permissions to request, missing
// permissions, and operations that do not work without them.

import { declarationOf, type OperationName, operationNames } from './operations.ts'
import type { PermissionName } from './permissions.ts'
import { type Platform, platformFacts } from './platforms.ts'

/** A permission that the user did not grant. */
export interface MissingPermission {
  readonly permission: string
  /** Operations that do not work without the permission, or not in all their parts. */
  readonly operations: readonly OperationName[]
}

type PermissionKind = 'needed' | 'optional' | 'extra' | 'leads'

/** Lists a platform's permissions of the given kinds, in the order of their table. */
export function listPermissionNames(
  platform: Platform,
  ...kinds: readonly PermissionKind[]
): PermissionName[] {
  const names = Object.entries(platformFacts[platform].permissions).flatMap(([name, { kind }]) =>
    kinds.includes(kind) ? [name] : [],
  )
  // The keys of the table are exactly its permission names. The compiler infers only `string`.
  return names as PermissionName[]
}

/** Lists the optional permissions that a consent did not grant. */
export function listMissingPermissions(platform: Platform, granted: readonly string[]): MissingPermission[] {
  return listOptionalPermissions(platform).filter(({ permission }) => !granted.includes(permission))
}

/**
 * Lists the optional permissions of a platform. The list is cached, because every profile response needs it.
 */
function listOptionalPermissions(platform: Platform): readonly MissingPermission[] {
  const cached = optionalByPlatform.get(platform)
  if (cached) return cached
  const optionalPermissions = listPermissionNames(platform, 'optional').map((permission) => ({
    permission,
    operations: listOperationsUsing(permission),
  }))
  optionalByPlatform.set(platform, optionalPermissions)
  return optionalPermissions
}
const optionalByPlatform = new Map<Platform, readonly MissingPermission[]>()

export function listOperationsUsing(permission: PermissionName): OperationName[] {
  return operationNames.filter((name) =>
    declarationOf(name).permissions.some((use) => use.permission === permission),
  )
}
