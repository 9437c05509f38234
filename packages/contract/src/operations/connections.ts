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
      permission: z.string().describe("The platform's name for the permission."),
      operations: z
        .array(z.string())
        .describe('Operations that need the permission for all or some of their features.'),
    }),
  )
  .describe(
    'Missing permissions that some operations need. To request the permissions, create a new link with auth/create_link.',
  )
