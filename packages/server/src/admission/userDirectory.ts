// The user that a request acts for. A user of another workspace counts as not found.

import { Cache } from '../concurrency/cache.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Store } from '../store/tables.ts'
import { findUser, type User } from '../store/users.ts'

export class UserDirectory {
  readonly #store: Store
  readonly #cache: Cache<User>

  constructor(store: Store, runtime: Runtime, changes: ChangeWatch) {
    this.#store = store
    this.#cache = new Cache(runtime, changes.getCacheBounds(50_000))
    changes.subscribe('user', (cacheKey) => this.#cache.delete(cacheKey))
  }

  async requireUser(workspaceId: string, userId: string): Promise<User> {
    const load = () => findUser(this.#store.db, workspaceId, userId)
    const user = await this.#cache.getOrLoad(`${workspaceId} ${userId}`, load)
    if (!user) throw new ServiceError('USER_NOT_FOUND', { values: { id: userId } })
    return user
  }

  invalidate(workspaceId: string, userId: string): void {
    this.#cache.delete(`${workspaceId} ${userId}`)
  }
}
