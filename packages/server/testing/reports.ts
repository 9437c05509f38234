// For tests of reports: a user with accounts on all platforms.

import { linkExistingUser, newLinkedUser } from './linked.ts'
import type { TestService } from './service.ts'

/** A new user who is linked to all that the demo person has. */
export async function newUserOnAllPlatforms(service: TestService): Promise<string> {
  const userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  return userId
}
