// Users of a test's workspace, written without a request.

import { insertUser } from '../src/store/users.ts'
import type { TestService } from './service.ts'

/** A user of the test's workspace, or of another one. */
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

/** Gives the test's workspace the users that the contract's examples speak of. */
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
