// The user that a request acts for. A user of another workspace counts as not found.

import { ServiceError } from '../base/errors.ts'
import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { Store } from '../store/tables.ts'
import { findUser, type User } from '../store/users.ts'

export class Users {
  readonly #store: Store
  readonly #known: Memory<User>

  constructor(store: Store, runtime: Runtime, changes: ChangeWatch) {
    this.#store = store
    this.#known = new Memory(runtime, changes.bounds(50_000))
    changes.listen('user', (name) => this.#known.delete(name))
  }

  async require(workspaceId: string, userId: string): Promise<User> {
    const read = () => findUser(this.#store.db, workspaceId, userId)
    const user = await this.#known.recall(`${workspaceId} ${userId}`, read)
    if (!user) throw new ServiceError('USER_NOT_FOUND')
    return user
  }

  forget(workspaceId: string, userId: string): void {
    this.#known.delete(`${workspaceId} ${userId}`)
  }
}
