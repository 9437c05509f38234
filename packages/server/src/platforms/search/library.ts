// Assets, locations and conversion actions that campaigns refer to.

import type { AdAccount } from './account.ts'
import * as queries from './queries.ts'
import * as rows from './rows.ts'

const unnamedValues: ReadonlySet<string> = new Set(['', 'UNSPECIFIED', 'UNKNOWN'])

export class SearchLibrary {
  readonly #account: AdAccount

  constructor(account: AdAccount) {
    this.#account = account
  }

  async findAsset(id: string) {
    const [assetRow] = await this.#account.queryRows(queries.assetWithId(id), rows.assetRow)
    return assetRow?.asset
  }

  /** Returns every location that the platform syncs once, even if several sync sets contain the location. */
  async syncedLocations() {
    const results = await this.#account.queryRows(queries.syncedLocations, rows.locationRow)
    return [...new Map(results.map(({ asset }) => [asset.id, asset])).values()]
  }

  /** Returns a pair for each location and each sync set that contains the location. */
  async listSyncSetLinks(
    assetIds: readonly string[],
  ): Promise<readonly { assetId: string; setId: string }[]> {
    const results = await this.#account.queryRows(
      queries.syncedLocationsWithIds(assetIds),
      rows.syncedAssetRow,
    )
    return results.map(({ asset, assetSet }) => ({ assetId: asset.id, setId: assetSet.id }))
  }

  async findAssetSet(id: string) {
    const [assetSetRow] = await this.#account.queryRows(queries.assetSetWithId(id), rows.assetSetRow)
    return assetSetRow?.assetSet
  }

  /** Returns the id of the enabled set with this name, or undefined. */
  async findAssetSetId(name: string): Promise<string | undefined> {
    const results = await this.#account.queryRows(queries.assetSetsNamed(name), rows.assetSetRow)
    return results.find(({ assetSet }) => assetSet.name === name)?.assetSet.id
  }

  async countAssetSetMembers(id: string): Promise<number> {
    return (await this.#account.queryRows(queries.assetSetMembers(id), rows.assetSetAssetRow)).length
  }

  async conversionActions() {
    const results = await this.#account.queryRows(queries.conversionActions, rows.conversionActionRow)
    return results.map(({ conversionAction }) => conversionAction)
  }

  /** Returns the pairs of category and origin for which the account has conversion goals. */
  async conversionGoals(): Promise<readonly { readonly category: string; readonly origin: string }[]> {
    const results = await this.#account.queryRows(queries.conversionGoals, rows.conversionGoalRow)
    return (
      results
        .map(({ customerConversionGoal: { category = '', origin = '' } }) => ({ category, origin }))
        // A value that is newer than the pinned API version has no name, so adrail could not send it back.
        .filter(({ category, origin }) => !unnamedValues.has(category) && !unnamedValues.has(origin))
    )
  }
}
