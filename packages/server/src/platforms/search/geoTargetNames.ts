// Names of locations. They are the same for all accounts, so each name is read once a day.

import type { AdAccount } from './account.ts'
import { type GeoTargetName, geoTargetNameRow } from './adRows.ts'
import type { SearchPlatform } from './platform.ts'
import { geoTargetConstants } from './queries.ts'

/** A query with this many ids stays well below the platform's size limits. */
const maxIdsPerQuery = 5000

/** Returns the names of the locations that the platform knows, by id. */
export async function readGeoTargetNames(
  ids: readonly string[],
  { geoTargetNames, geoTargetNamesById }: SearchPlatform['catalogs'],
  account: AdAccount,
): Promise<ReadonlyMap<string, GeoTargetName>> {
  const missingIds = [...new Set(ids)].toSorted().filter((id) => geoTargetNamesById.get(id) === undefined)
  const batches = Array.from({ length: Math.ceil(missingIds.length / maxIdsPerQuery) }, (_, index) =>
    missingIds.slice(index * maxIdsPerQuery, (index + 1) * maxIdsPerQuery),
  )
  const loaded = await Promise.all(
    batches.map((batch) =>
      geoTargetNames.getOrLoad(batch.join(','), () =>
        account.queryRows(geoTargetConstants(batch), geoTargetNameRow),
      ),
    ),
  )
  const names = new Map<string, GeoTargetName>()
  for (const { geoTargetConstant } of loaded.flat()) {
    geoTargetNamesById.set(geoTargetConstant.id, geoTargetConstant)
    names.set(geoTargetConstant.id, geoTargetConstant)
  }
  for (const id of ids) {
    const cached = geoTargetNamesById.get(id)
    if (cached) names.set(id, cached)
  }
  return names
}
