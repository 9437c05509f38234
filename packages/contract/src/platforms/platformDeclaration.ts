// What the contract knows about a platform. The folder of each platform exports one declaration, and shared
// code looks its parts up there instead of naming platforms.

import type { z } from 'zod'
import type { anyPlatformErrors } from '../errorSets.ts'

interface GrantedPermission {
  /**
   * Without a `needed` permission nothing can be linked. Without an `optional` one some operations do not
   * work. adrail requests an `extra` one only where the operator configures it.
   */
  readonly kind: 'needed' | 'optional' | 'extra'
  /** What the permission allows adrail to do, for the documents. */
  readonly lets: string
  /** Why the platform should grant the permission, for its reviewer. */
  readonly reason: string
}

/** adrail requests these permissions only where leads are read. */
interface LeadPermission extends Omit<GrantedPermission, 'kind'> {
  readonly kind: 'leads'
  /** The part of `lead/list_leads` that needs the permission. */
  readonly leadPart: string
}

export type Permission = GrantedPermission | LeadPermission

/** Permissions that every operation of a platform needs, by whether it changes something there. */
export type BasePermissions<Permissions> = Readonly<Record<'read' | 'write', keyof Permissions>>

/** Declarations receive zod as a parameter, so that programs that start without zod can read the other facts. */
export type Zod = typeof z

export type Fields = Readonly<Record<string, z.ZodType>>

export interface PlatformDeclaration {
  /** Name of the platform for developers and operators. */
  readonly name: string
  /** Name under which users know the platform. */
  readonly publicName: string
  /** Name of the site on which users sign in. It is the same in all languages. */
  readonly siteName: string
  /** Name of the platform in the operations that link accounts. */
  readonly linkName: string
  /** Names of its networks by their names in requests. Absent where it has one network. */
  readonly networkNames?: Readonly<Record<string, string>>
  /** Prefix of the names of the platform's environment variables, without the underscore. */
  readonly variablePrefix: string
  /** Words for the platform in a search for operations. */
  readonly searchWords: readonly string[]
  /** Sizes that images of ads need, as a phrase for the examples of errors. Absent where they show none. */
  readonly imageSizes?: string
  /** Title of the guide on going live at the platform, for operators. */
  readonly guideTitle: string
  /** The group of the platform's operations in the documents. */
  readonly group: { readonly title: string; readonly description: string }
  readonly permissions: Readonly<Record<string, Permission>>
  readonly basePermissions: BasePermissions<PlatformDeclaration['permissions']>
  /** Calls to the platform through a user's connection raise these codes. */
  readonly errors: readonly ('USER_NOT_FOUND' | (typeof anyPlatformErrors)[number])[]
  /** Field of the platform's account in the response of `auth/get_connected_accounts_data`. */
  readonly accountField: string
  /** Fields of that account, besides the health of the connection. */
  readonly account: (z: Zod) => Fields
  /** Fields of the platform in `sources` of `lead/list_leads`, besides those of every platform. */
  readonly leadSource: (z: Zod) => Fields
}
