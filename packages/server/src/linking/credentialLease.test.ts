import { expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { findUserCredential } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { withCredentialLease } from './credentialLease.ts'

const service = useService()

test('a lease that is renewed in the moment in which it ends is free afterwards', async () => {
  const { linking } = service.app.service
  const user = await newLinkedUser(service)
  const { id } = await findUserCredential(service, user, 'SOCIAL_A')
  for (let round = 0; round < 40; round++) {
    // Its time to be renewed comes, and the work is done.
    await withCredentialLease(linking, id, async () => service.clock.advance(3000))
    expect(await findUserCredential(service, user, 'SOCIAL_A')).toMatchObject({
      lease_owner: '',
      lease_until: 0,
    })
  }
})
