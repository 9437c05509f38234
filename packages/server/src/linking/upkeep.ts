// What must happen to credentials without anybody asking: refreshing before they expire, looking whether they still
// live, warning before they end, and forgetting old links.

import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import { nameOf } from '../platforms/kit/names.ts'
import { type Credential, dueCredentials, putOffLook } from '../store/credentials.ts'
import { deleteLinksBefore } from '../store/links.ts'
import { endOf } from './connectionHealth.ts'
import { settleDeletions } from './deletion.ts'
import { endsWithinDays, isDead, lookAgainAt, upkeepOf } from './due.ts'
import type { Linking } from './linking.ts'
import { retireOrphans } from './orphans.ts'
import type { TokenKeeper } from './tokenKeeper.ts'

const keepLinksMs = 7 * 24 * 60 * 60 * 1000

export class Upkeep {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  /** The last warning about each credential: within how many days it ends. */
  readonly #warned = new Map<string, number>()
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#linking.log.error('upkeep failed', error)),
  )

  constructor(linking: Linking, keeper: TokenKeeper) {
    this.#linking = linking
    this.#keeper = keeper
  }

  /** One round over the credentials that are due. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  /** Resolves when the credential in hand is done with. */
  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #round(): Promise<void> {
    const { store, runtime } = this.#linking
    const isOver = () => this.#rounds.isStopped
    await inPieces(runtime, (most) => this.#keepSome(most), isOver)
    await retireOrphans(this.#linking)
    await settleDeletions(this.#linking)
    const endedBefore = runtime.now() - keepLinksMs
    await inPieces(runtime, (most) => deleteLinksBefore(store.db, endedBefore, most), isOver)
  }

  async #keepSome(most: number): Promise<number> {
    const { store, runtime } = this.#linking
    const due = await dueCredentials(store.db, runtime.now(), most)
    for (const credential of due) {
      if (this.#rounds.isStopped) break
      // Whoever puts the look off does what is to be done, of all the processes.
      if (await putOffLook(store.db, credential, lookAgainAt(credential, runtime.now())))
        await this.#keep(credential)
      await runtime.pause(1)
    }
    return due.length
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
