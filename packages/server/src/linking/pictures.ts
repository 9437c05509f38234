// Where the pictures of a linked page are. The platform's addresses end after some days, so they are asked for anew when
// somebody wants to know them and they are a day old.

import { Memory } from '../base/memory.ts'
import { within } from '../platforms/kit/deadline.ts'
import type { ChosenPage, SocialSelection } from '../platforms/kit/selections.ts'
import { type ConnectionWithHealth, changeSelection } from '../store/connections.ts'
import type { Accounts } from './accounts.ts'
import { type Linking, timeAt } from './linking.ts'

const freshForMs = 24 * 60 * 60 * 1000
/** Old addresses are better than a long wait for new ones. */
const patienceMs = 5000
/** After a failure the platform is left alone for a while. */
const pauseMs = 10 * 60 * 1000

export class Pictures {
  readonly #linking: Linking
  readonly #accounts: Accounts
  readonly #failed: Memory<true>

  constructor(linking: Linking, accounts: Accounts) {
    this.#linking = linking
    this.#accounts = accounts
    this.#failed = new Memory(linking.runtime, { keepMs: pauseMs, most: 10_000 })
  }

  /** The selection of a social connection, with addresses that work if that can be had. */
  async fresh(connection: ConnectionWithHealth): Promise<SocialSelection> {
    const { runtime, log } = this.#linking
    // Written when the link was finished, from what the platform's own picker offered.
    const selection = JSON.parse(connection.selection) as SocialSelection
    const isFresh = timeAt(this.#linking, connection) - (selection.picturesAt ?? 0) < freshForMs
    if (isFresh || connection.health !== 'active' || this.#failed.get(connection.id)) return selection
    try {
      return await within(runtime, patienceMs, () => this.#renew(connection, selection))
    } catch (error) {
      this.#failed.set(connection.id, true)
      log.info('linking.pictures_failed', { connectionId: connection.id, note: (error as Error).message })
      return selection
    }
  }

  async #renew(connection: ConnectionWithHealth, selection: SocialSelection): Promise<SocialSelection> {
    const { store, memory } = this.#linking
    const { workspace_id, user_id, platform } = connection
    const { connector } = await this.#accounts.connect(workspace_id, user_id, 'social')
    const { page, photoAccount } = await connector.pictures()
    const renewed = {
      ...selection,
      page: withPicture(selection.page, page),
      ...(selection.photoAccount ? { photoAccount: withPicture(selection.photoAccount, photoAccount) } : {}),
      picturesAt: timeAt(this.#linking, connection),
    }
    // Unless something else was linked meanwhile.
    if (await changeSelection(store.db, connection, JSON.stringify(renewed)))
      memory.forgetConnection(workspace_id, user_id, platform)
    return renewed
  }
}

function withPicture(page: ChosenPage, pictureUrl: string): ChosenPage {
  return pictureUrl === '' ? page : { ...page, pictureUrl }
}
