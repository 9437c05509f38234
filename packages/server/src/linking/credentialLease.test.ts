import { expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { findUserCredential } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { withCredentialLease } from './credentialLease.ts'

const service = useService()

test('a credential lease is free after its work has ended, even if its renewal is due at the same moment', async () => {
  const { linking } = service.app.service
  const user = await newLinkedUser(service)
  const { id } = await findUserCredential(service, user, 'SOCIAL_A')
  for (let round = 0; round < 40; round++) {
    // The renewal of the lease becomes due at the moment at which the work ends.
    await withCredentialLease(linking, id, async () => service.clock.advance(3000))
    expect(await findUserCredential(service, user, 'SOCIAL_A')).toMatchObject({
      lease_owner: '',
      lease_until: 0,
    })
  }
})
