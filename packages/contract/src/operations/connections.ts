// Connections between users and platforms, as the API names them.

import { z } from 'zod'
import { withValueAliases } from '../aliases.ts'
import { linkPlatforms, platformFacts } from '../platforms.ts'

/** A platform in a request. */
export const linkPlatform = withValueAliases(
  z.enum(linkPlatforms),
  ...Object.entries(platformFacts).map(([platform, { linkName, accountField }]) => [
    linkName,
    platform,
    accountField,
  ]),
)

/** Health of a connection: whether it works, and otherwise who has to act. */
export const connectionHealths = [
  'active',
  'limited',
  'degraded',
  'needs_reauth',
  'revoked',
  'needs_user_action',
] as const
export type ConnectionHealth = (typeof connectionHealths)[number]

/** The permissions that a connection lacks. */
export const missingPermissionList = z
  .array(
    z.object({
      permission: z.string().describe('Name of the permission on the platform.'),
      operations: z.array(z.string()).describe('Operations that need the permission, at least in part.'),
    }),
  )
  .describe('Missing permissions that some operations need. A new link with auth/create_link requests them.')
