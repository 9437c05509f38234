// One holder at a time across all processes. A lease is short and renewed while its holder works: slow platforms do not
// outlast it, and a holder that dies keeps the others waiting for some seconds only.

import { leaseCredential, releaseCredential } from '../store/credentials.ts'
import type { Linking } from './linking.ts'

const leaseMs = 10_000
const renewEveryMs = 3000

/** Does the work as the only one who works on this credential; nothing when somebody else does. */
export async function alone<Result>(
  { store, runtime }: Linking,
  credentialId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const owner = runtime.randomBytes(12).toString('hex')
  const lease = () => leaseCredential(store.db, store.clock, credentialId, owner, leaseMs)
  if (!(await lease())) return undefined
  let renewal: Promise<unknown> = Promise.resolve()
  const stop = runtime.every(renewEveryMs, () => {
    // One that fails is no harm: what is written compares versions first.
    renewal = lease().catch(() => {})
  })
  try {
    return await work()
  } finally {
    stop()
    // A renewal that is still on its way would take the lease again, for nobody.
    await renewal
    // One that cannot be released ends by itself.
    await releaseCredential(store.db, credentialId, owner).catch(() => {})
  }
}
