// Admission of requests: keys, sessions, users and rates.

import { Authenticator } from '../admission/authenticate.ts'
import { RefusedKeys, refusedKeysIntervalMs } from '../admission/refusedKeys.ts'
import { RequestLimiter, type RequestLimits } from '../admission/requestLimiter.ts'
import { Sessions } from '../admission/sessions.ts'
import { rebalanceIntervalMs } from '../admission/sharedRateLimiter.ts'
import { UserDirectory } from '../admission/userDirectory.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Log } from '../observability/log.ts'
import type { Service } from '../pipeline/service.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Store } from '../store/tables.ts'
import type { Closers } from './closers.ts'

export interface AdmissionDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly keyring: Keyring
  readonly changes: ChangeWatch
  /** The store, if other processes share it and therefore the limits. */
  readonly sharedStore: readonly [] | readonly [Store]
}

export function startAdmission(
  limits: RequestLimits,
  deps: AdmissionDeps,
  closers: Closers,
): Pick<Service, 'authenticator' | 'sessions' | 'limiter' | 'users'> {
  const { store, runtime, changes, sharedStore } = deps
  const limiter = new RequestLimiter(runtime, limits, ...sharedStore)
  closers.runEvery(runtime, rebalanceIntervalMs, () => limiter.rebalance())
  closers.add(() => limiter.stop())
  const refusedKeys = new RefusedKeys(deps)
  closers.runEvery(runtime, refusedKeysIntervalMs, () => refusedKeys.flush())
  closers.add(() => refusedKeys.flush())
  return {
    authenticator: new Authenticator(store, runtime, changes, refusedKeys),
    sessions: new Sessions(deps),
    limiter,
    users: new UserDirectory(store, runtime, changes),
  }
}
