// What must happen to credentials without anybody asking: refreshing before they expire, looking whether they still
// live, warning before they end, and forgetting old links.

import { type Credential, credentialsAfter } from '../store/credentials.ts'
import { deleteLinksBefore } from '../store/links.ts'
import type { Linking } from './flow.ts'
import { isAlive, openTokens, type TokenKeeper } from './tokens.ts'

const dayMs = 24 * 60 * 60 * 1000
const inspectEveryMs = 7 * dayMs
/** The search platform forgets refresh tokens that nobody uses for six months. */
const renewIdleAfterMs = 30 * dayMs
const warnAtDays = [30, 14, 7, 3, 1]
const batch = 100

export class Upkeep {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  #running: Promise<void> | undefined
  #stopped = false

  constructor(linking: Linking, keeper: TokenKeeper) {
    this.#linking = linking
    this.#keeper = keeper
  }

  /** One round over all credentials; rounds never overlap. */
  round(): Promise<void> {
    this.#running ??= this.#round()
      .catch((error) => this.#linking.log.fault('upkeep failed', error))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #round(): Promise<void> {
    const { store, runtime } = this.#linking
    let last = ''
    for (;;) {
      const credentials = await credentialsAfter(store.db, last, batch)
      for (const credential of credentials) {
        if (this.#stopped) return
        if (isAlive(credential)) await this.#look(credential)
      }
      const next = credentials.at(-1)?.id
      if (next === undefined) break
      last = next
    }
    await deleteLinksBefore(store.db, runtime.now() - 7 * dayMs)
  }

  async #look(credential: Credential): Promise<void> {
    const { log, runtime } = this.#linking
    const now = runtime.now()
    const idle = credential.platform === 'search' && now - credential.refreshed_at > renewIdleAfterMs
    try {
      if (this.#keeper.isDue(credential) || idle) await this.#keeper.renew(credential)
      else if (now - credential.inspected_at > inspectEveryMs) await this.#inspect(credential)
    } catch (error) {
      // One credential in trouble must not keep the others waiting.
      log.info('upkeep of a credential failed', {
        credentialId: credential.id,
        note: (error as Error).message,
      })
    }
    this.#warn(credential, now)
  }

  async #inspect(credential: Credential): Promise<void> {
    const { providers, vault, runtime } = this.#linking
    const provider = providers[credential.platform as keyof typeof providers]
    const verdict = await provider.inspect(openTokens(vault, credential))
    if (verdict.kind === 'dead') await this.#keeper.flag(credential, verdict)
    else if (verdict.kind === 'alive')
      await this.#keeper.noteInspection(credential, runtime.now(), verdict.dataAccessExpiresAt)
  }

  /** Once a day at certain distances from the end, for operators; callers see `expiresAt` in the profile. */
  #warn(credential: Credential, now: number): void {
    const ends =
      credential.refresh_token === '' ? credential.access_expires_at : credential.refresh_expires_at
    if (ends === null) return
    const days = Math.ceil((ends - now) / dayMs)
    if (warnAtDays.includes(days))
      this.#linking.log.info('credential ends soon', {
        credentialId: credential.id,
        platform: credential.platform,
        days,
      })
  }
}
