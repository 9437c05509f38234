// A user, as all operations of the group return it.

import { z } from 'zod'
import { linkPlatforms } from '../../platforms.ts'
import { connectionHealths, missingPermissionList } from '../connections.ts'
import { unlinkedUser } from '../demo.ts'

export const user = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().describe('Email address of the user. Empty if none is set.'),
  externalId: z.string().describe('Your own id for this user. Empty if none is set.'),
  createdAt: z.string().describe('Time when the user was created, such as `2026-01-31T09:30:00.000Z`.'),
  connections: z.array(
    z.object({
      platform: z.enum(linkPlatforms),
      health: z.enum(connectionHealths),
      reason: z.string(),
      expiresAt: z.string(),
      missingPermissions: missingPermissionList,
    }),
  ),
})

export type UserRecord = z.infer<typeof user>

export const exampleUser: UserRecord = {
  userId: unlinkedUser,
  name: 'Nina Newcomer',
  email: 'nina@example.com',
  externalId: 'demo-none',
  createdAt: '2026-01-31T09:30:00.000Z',
  connections: [],
}
