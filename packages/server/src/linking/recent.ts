// What linking remembers for some seconds, so that a request on a warm connection asks the database nothing. Whoever
// changes a row in this process makes it forgotten at once; changes of other processes are seen within five seconds.

import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Connection } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

/** A credential that lives, with its token opened. */
export interface WarmCredential {
  readonly credential: Credential
  readonly accessToken: string
}

const bounds = { keepMs: 4000, most: 50_000 }

export class LinkingMemory {
  readonly credentials: Memory<WarmCredential>
  readonly #connections: Memory<Connection>

  constructor(runtime: Runtime) {
    this.credentials = new Memory(runtime, bounds)
    this.#connections = new Memory(runtime, bounds)
  }

  /** The connection of a user, read only when it is not known. */
  async connection(
    workspaceId: string,
    userId: string,
    platform: string,
    read: () => Promise<Connection | undefined>,
  ): Promise<Connection | undefined> {
    return await this.#connections.recall(nameOf(workspaceId, userId, platform), read)
  }

  forgetConnection(workspaceId: string, userId: string, platform: string): void {
    this.#connections.delete(nameOf(workspaceId, userId, platform))
  }
}

function nameOf(...parts: readonly string[]): string {
  return parts.join(' ')
}
