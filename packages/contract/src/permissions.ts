// Permissions of all platforms. The operations declare which permissions they need.

import { type Platform, type PlatformDeclarations, platformFacts, platforms } from './platforms.ts'

export type PermissionName<Name extends Platform = Platform> = {
  [PlatformKey in Name]: keyof PlatformDeclarations[PlatformKey]['permissions']
}[Name]

/** A permission that an operation needs at the platform. */
export interface PermissionUse {
  readonly permission: PermissionName
  /** The part of the operation that needs the permission. Absent when the whole operation needs it. */
  readonly part?: string
}

/** Returns the permission that every operation of a platform needs, by whether it changes something there. */
export function basePermissionOf(platform: Platform, effect: 'read' | 'write'): PermissionName {
  // `BasePermissions` checks that the name is one of the platform's permissions.
  return platformFacts[platform].basePermissions[effect] as PermissionName
}

/** The permissions that `lead/list_leads` needs, of all platforms. */
export const leadPermissions: readonly PermissionUse[] = platforms.flatMap((platform) =>
  Object.entries(platformFacts[platform].permissions).flatMap(([name, permission]) =>
    // The keys of the table are exactly its permission names. The compiler infers only `string`.
    permission.kind === 'leads' ? [{ permission: name as PermissionName, part: permission.leadPart }] : [],
  ),
)
