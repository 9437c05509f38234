// URLs of the pictures of a linked page. The platform's URLs expire after some days, so adrail
// fetches new ones when they are requested and the stored ones are a day old.

import { Memory } from '../base/memory.ts'
import { within } from '../platforms/kit/deadline.ts'
import type { ChosenPage, SocialSelection } from '../platforms/kit/selections.ts'
import { type ConnectionWithHealth, changeSelection } from '../store/connections.ts'
import type { Accounts } from './accounts.ts'
import { type Linking, timeAt } from './linking.ts'

const freshForMs = 24 * 60 * 60 * 1000
/** Expired URLs are better than a long wait for new ones. */
const patienceMs = 5000
/** After a failure adrail does not call the platform for this long. */
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

  /**
   * Returns the selection of a social connection with new picture
   * URLs, or with the old ones if the refresh fails.
   */
  async fresh(connection: ConnectionWithHealth): Promise<SocialSelection> {
    const { runtime, log } = this.#linking
    // The selection was written when the link was completed, from the options of the platform's own picker.
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
    // The row is unchanged if the user linked another account meanwhile.
    if (await changeSelection(store.db, connection, JSON.stringify(renewed)))
      memory.forgetConnection(workspace_id, user_id, platform)
    return renewed
  }
}

function withPicture(page: ChosenPage, pictureUrl: string): ChosenPage {
  return pictureUrl === '' ? page : { ...page, pictureUrl }
}
