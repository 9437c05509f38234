// Inserts users into the database without a request.

import { insertUser } from '../src/store/users.ts'
import type { TestService } from './service.ts'

/** Creates a user in the test's workspace or in the given one. */
export async function newUser(
  service: TestService,
  options: { readonly workspaceId?: string; readonly name?: string } = {},
): Promise<string> {
  const { workspaceId = service.workspaceId, name = 'Robin Reader' } = options
  const id = `usr_${service.clock.randomBytes(8).toString('hex')}`
  await insertUser(service.app.store.db, {
    workspace_id: workspaceId,
    id,
    name,
    email: '',
    external_id: '',
    created_at: service.clock.now(),
  })
  return id
}

/** Creates the users that the contract's examples name. */
export async function addExampleUsers(service: TestService): Promise<void> {
  for (const suffix of ['all', 'one', 'none'])
    await insertUser(service.app.store.db, {
      workspace_id: service.workspaceId,
      id: `usr_demo_${suffix}`,
      name: `Demo ${suffix}`,
      email: '',
      external_id: `demo-${suffix}`,
      created_at: service.clock.now(),
    })
}
