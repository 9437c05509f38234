// For tests of reports: a user with accounts on all platforms.

import { linkedUser, linkTo } from './linked.ts'
import type { TestService } from './service.ts'

/** A new user who is linked to all that the demo person has. */
export async function linkedOnAll(service: TestService): Promise<string> {
  const userId = await linkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const) await linkTo(service, userId, { platform })
  return userId
}
