// Addresses to which lead forms of a source send notifications. The token in the
// address is a MAC of the source's id, so the database does not contain it.
//
//
//
// Earlier releases chose a random token and stored it in clear. Their processes look it up
// unchanged, so a source keeps its token in clear until an operator hides all of them
// (`rewrap`). New sources have a clear token as long as any other source has one.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Runtime } from '../runtime/runtime.ts'
import {
  findLiveSource,
  findSourceByHookToken,
  hasPlaintextHookToken,
  isPlaintextHookToken,
  type LeadSource,
  listPlaintextHookTokens,
  replaceHookToken,
} from '../store/leadSources.ts'
import type { Db, Store } from '../store/tables.ts'
import { loadServiceSecret } from './serviceSecret.ts'
import type { Vault } from './vault.ts'

const tokenBytes = 24
const batchSize = 200

/** Returns the value for the `hook_token` column of a new source. */
export async function createHookToken(db: Db, runtime: Runtime, sourceId: string): Promise<string> {
  return (await hasPlaintextHookToken(db))
    ? runtime.randomBytes(tokenBytes).toString('base64url')
    : `~${sourceId}`
}

export class HookAddresses {
  readonly #store: Store
  readonly #loadSecret: () => Promise<string>
  #secret: string | undefined

  constructor(store: Store, vault: Vault, runtime: Runtime) {
    this.#store = store
    this.#loadSecret = () => loadServiceSecret(store, vault, runtime, 'hook')
  }

  async getToken({ id, hook_token }: Pick<LeadSource, 'id' | 'hook_token'>): Promise<string> {
    return isPlaintextHookToken(hook_token) ? hook_token : `${id}.${await this.#mac('source', id)}`
  }

  async find(token: string): Promise<LeadSource | undefined> {
    const { db } = this.#store
    const [, id, mac] = /^(lds_[0-9a-z]{1,40})\.([\w-]{43})$/.exec(token) ?? []
    if (id !== undefined && mac !== undefined) {
      const expected = await this.#mac('source', id)
      if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined
      const source = await findLiveSource(db, id)
      return source && !isPlaintextHookToken(source.hook_token) ? source : undefined
    }
    return isPlaintextHookToken(token)
      ? await findSourceByHookToken(db, [token, await this.#hideToken(token)])
      : undefined
  }

  /**
   * Replaces every clear token by its MAC and returns their number.
   * Addresses that forms already use keep working.
   */
  async hideAll(): Promise<number> {
    const { db } = this.#store
    let hidden = 0
    for (;;) {
      const sources = await listPlaintextHookTokens(db, batchSize)
      if (sources.length === 0) return hidden
      for (const { id, hook_token } of sources)
        if (await replaceHookToken(db, { id, hook_token }, await this.#hideToken(hook_token))) hidden++
    }
  }

  async #hideToken(token: string): Promise<string> {
    return `~${await this.#mac('token', token)}`
  }

  async #mac(purpose: 'source' | 'token', text: string): Promise<string> {
    this.#secret ??= await this.#loadSecret()
    return createHmac('sha256', this.#secret).update(`${purpose} ${text}`).digest('base64url')
  }
}
