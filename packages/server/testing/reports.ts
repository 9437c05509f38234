import { linkExistingUser, newLinkedUser } from './linked.ts'
import type { TestService } from './service.ts'

/** Creates a user who is linked to the demo person's accounts on all platforms. */
export async function newUserOnAllPlatforms(service: TestService): Promise<string> {
  const userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  return userId
}
