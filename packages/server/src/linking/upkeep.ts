// What must happen to credentials without anybody asking: refreshing before they expire, looking whether they still
// live, warning before they end, and forgetting old links.

import { nameOf } from '../platforms/kit/names.ts'
import { type Credential, credentialsAfter } from '../store/credentials.ts'
import { deleteLinksBefore } from '../store/links.ts'
import { endOf } from './connectionHealth.ts'
import { endsWithinDays, isDead, upkeepOf } from './due.ts'
import type { Linking } from './linking.ts'
import { retireOrphans } from './orphans.ts'
import type { TokenKeeper } from './tokenKeeper.ts'

const keepLinksMs = 7 * 24 * 60 * 60 * 1000
const batch = 100

export class Upkeep {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  /** The last warning about each credential: within how many days it ends. */
  readonly #warned = new Map<string, number>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(linking: Linking, keeper: TokenKeeper) {
    this.#linking = linking
    this.#keeper = keeper
  }

  /** One round over all credentials; rounds never overlap. */
  round(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#running ??= this.#round()
      .catch((error) => this.#linking.log.error('upkeep failed', error))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  /** Resolves when the credential in hand is done with. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #round(): Promise<void> {
    const { store, runtime } = this.#linking
    for (let last: string | undefined = ''; last !== undefined; ) {
      const credentials: Credential[] = await credentialsAfter(store.db, last, batch)
      for (const credential of credentials) {
        if (this.#stopped) return
        await this.#keep(credential)
      }
      last = credentials.at(-1)?.id
    }
    await retireOrphans(this.#linking)
    await deleteLinksBefore(store.db, runtime.now() - keepLinksMs)
  }

  async #keep(credential: Credential): Promise<void> {
    const { log, runtime } = this.#linking
    const wanted = upkeepOf(credential, runtime.now())
    try {
      if (wanted === 'refresh') await this.#keeper.renew(credential)
      if (wanted === 'inspect') await this.#keeper.inspect(credential)
    } catch (error) {
      // One credential in trouble must not keep the others waiting.
      log.info('upkeep of a credential failed', {
        credentialId: credential.id,
        note: (error as Error).message,
      })
    }
    this.#warn(credential)
  }

  /** Once at each of some distances from the end, for operators; callers see `expiresAt` in the profile. */
  #warn(credential: Credential): void {
    const { log, runtime } = this.#linking
    const { id, platform, workspace_id } = credential
    const days = isDead(credential) ? undefined : endsWithinDays(endOf(credential), runtime.now())
    if (days === undefined) this.#warned.delete(id)
    else if (this.#warned.get(id) !== days) {
      this.#warned.set(id, days)
      log.info('a credential ends soon', {
        credentialId: id,
        workspaceId: workspace_id,
        platform: nameOf(platform),
        days,
      })
    }
  }
}
