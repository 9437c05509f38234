// URLs of the pictures of a linked page. The platform's URLs expire after some days, so adrail
// fetches new ones when they are requested and the stored ones are a day old.

import { Cache } from '../concurrency/cache.ts'
import type { AccountSelection, ChosenPage } from '../platforms/connector-kit/accountSelection.ts'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { withDeadline } from '../platforms/connector-kit/deadline.ts'
import { type ConnectionWithHealth, changeSelection } from '../store/connections.ts'
import type { Accounts } from './accounts.ts'
import { type LinkingDeps, platformNow } from './linking.ts'
import { readSelection, readStoredSelection } from './storedSelections.ts'

const freshForMs = 24 * 60 * 60 * 1000
/** Expired URLs are better than a long wait for new ones. */
const refreshTimeoutMs = 5000
/** After a failure adrail does not call the platform for this long. */
const failurePauseMs = 10 * 60 * 1000

type PictureDeps = Pick<LinkingDeps, 'store' | 'runtime' | 'times' | 'cache' | 'log'>

export class PagePictures {
  readonly #linking: PictureDeps
  readonly #accounts: Accounts
  readonly #recentFailures: Cache<true>

  constructor(linking: PictureDeps, accounts: Accounts) {
    this.#linking = linking
    this.#accounts = accounts
    this.#recentFailures = new Cache(linking.runtime, { ttlMs: failurePauseMs, maxSize: 10_000 })
  }

  /**
   * Returns the selection of a connection with new picture URLs, or
   * with the old ones if the refresh fails.
   */
  async getFreshSelection(connection: ConnectionWithHealth): Promise<AccountSelection> {
    const { runtime, log } = this.#linking
    const selection = readSelection(connection)
    const { page } = selection
    if (!page) return selection
    const isFresh = platformNow(this.#linking, connection) - (selection.picturesAt ?? 0) < freshForMs
    if (isFresh || connection.health !== 'active' || this.#recentFailures.get(connection.id)) return selection
    try {
      return await withDeadline(runtime, refreshTimeoutMs, () => this.#refresh(connection, selection, page))
    } catch (error) {
      this.#recentFailures.set(connection.id, true)
      log.info('linking.pictures_failed', { connectionId: connection.id, note: (error as Error).message })
      return selection
    }
  }

  async #refresh(
    connection: ConnectionWithHealth,
    selection: AccountSelection,
    chosenPage: ChosenPage,
  ): Promise<AccountSelection> {
    const { store, cache } = this.#linking
    const { workspace_id, user_id, platform } = connection
    const { connector }: { readonly connector: AdConnector } = await this.#accounts.connect(
      workspace_id,
      user_id,
      platform,
    )
    if (!connector.readPictureUrls)
      throw new Error(`The connector of ${platform} cannot read the pictures of its pages.`)
    const { page, photoAccount } = await connector.readPictureUrls()
    const pictures = {
      page: withPicture(chosenPage, page),
      ...(selection.photoAccount ? { photoAccount: withPicture(selection.photoAccount, photoAccount) } : {}),
      picturesAt: platformNow(this.#linking, connection),
    }
    const stored = JSON.stringify({ ...readStoredSelection(connection), ...pictures })
    // The row is unchanged if the user linked another account meanwhile.
    if (await changeSelection(store.db, connection, stored))
      cache.evictConnection(workspace_id, user_id, platform)
    return { ...selection, ...pictures }
  }
}

function withPicture(page: ChosenPage, pictureUrl: string): ChosenPage {
  return pictureUrl === '' ? page : { ...page, pictureUrl }
}
