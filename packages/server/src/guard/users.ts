// Whom a request acts for: the user of the caller's own workspace, or nobody. A user of another workspace is nobody.

import { ServiceError } from '../errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Store } from '../store/db.ts'
import { findUser, type User } from '../store/users.ts'
import { Memory } from './memory.ts'

export class Users {
  readonly #store: Store
  readonly #known: Memory<User>
  /** How often a user was forgotten. */
  #forgotten = 0

  constructor(store: Store, runtime: Runtime) {
    this.#store = store
    this.#known = new Memory(runtime, { keepMs: 4000, most: 50_000 })
  }

  async require(workspaceId: string, userId: string): Promise<User> {
    const name = `${workspaceId} ${userId}`
    const remembered = this.#known.get(name)
    if (remembered) return remembered
    const forgotten = this.#forgotten
    const user = await findUser(this.#store.db, workspaceId, userId)
    if (!user) throw new ServiceError('USER_NOT_FOUND')
    // Somebody was forgotten while we asked: if it was this user, the answer is old already.
    if (forgotten === this.#forgotten) this.#known.set(name, user)
    return user
  }

  forget(workspaceId: string, userId: string): void {
    this.#forgotten += 1
    this.#known.delete(`${workspaceId} ${userId}`)
  }
}
