// Credential leases: one holder at a time across all processes. A lease is short and renewed while its holder
// works. A slow platform does not outlast it, and a dead holder blocks other processes for seconds only.

import { leaseCredential, releaseCredentialLease } from '../store/credentials.ts'
import type { LinkingDeps } from './linking.ts'

const leaseMs = 10_000
const renewEveryMs = 3000

/** Runs the work under the credential's lease. Returns undefined when another holder has the lease. */
export async function withCredentialLease<Result>(
  { store, runtime }: Pick<LinkingDeps, 'store' | 'runtime'>,
  credentialId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const owner = runtime.randomBytes(12).toString('hex')
  const acquire = () => leaseCredential(store.db, store.clock, credentialId, owner, leaseMs)
  if (!(await acquire())) return undefined
  let renewal: Promise<unknown> = Promise.resolve()
  const stop = runtime.every(renewEveryMs, () => {
    // A failed renewal does no harm: every write compares versions first.
    renewal = acquire().catch(() => {})
  })
  try {
    return await work()
  } finally {
    stop()
    // A renewal still in flight would take the lease again after the release.
    await renewal
    // A lease that cannot be released expires.
    await releaseCredentialLease(store.db, credentialId, owner).catch(() => {})
  }
}
