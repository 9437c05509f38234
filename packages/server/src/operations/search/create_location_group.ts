import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineStep } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import { isRefusalFor } from '../../platforms/search/errors.ts'
import { type MutatePart, parseResourceId } from '../../platforms/search/mutate.ts'
import { ReferenceCheck } from '../campaign/referenceCheck.ts'

const locationGroupData = z.object({
  name: z.string(),
  syncSetId: z.string(),
  assetIds: z.array(z.string()),
  /** The id of an existing group with the same locations. */
  existing: z.string().optional(),
})

const createLocationGroupStep = defineStep('search', 'create', {
  dataSchema: locationGroupData,
  async send(data, { connector }) {
    if (data.existing !== undefined) return { upstreamId: data.existing }
    try {
      const [name = ''] = await connector.mutate(buildParts(data, connector))
      return { upstreamId: parseResourceId(name) }
    } catch (error) {
      if (!isRefusalFor(error, 'assetSetError.DUPLICATE_ASSET_SET_NAME')) throw error
      // A concurrent request created a group with the same locations, so that group is used.
      const upstreamId = await connector.library.findAssetSetId(data.name)
      if (upstreamId === undefined) throw error
      return { upstreamId }
    }
  },
  async reconcile({ existing, name }, { connector }) {
    const upstreamId = existing ?? (await connector.library.findAssetSetId(name))
    return upstreamId === undefined ? { state: 'not_done' } : { state: 'done', outcome: { upstreamId } }
  },
  async validate(data, { connector }) {
    if (data.existing === undefined) await connector.validate(buildParts(data, connector))
  },
})

/** The name of a group is derived from its locations, so that equal sets of locations share a group. */
export const create_location_group = defineWrite('search/create_location_group', {
  steps: [createLocationGroupStep],

  async plan({ locationAssetIds }, { connector }) {
    const name = deriveGroupName(locationAssetIds)
    const [memberships, existing] = await Promise.all([
      connector.library.listSyncSetLinks(locationAssetIds),
      connector.library.findAssetSetId(name),
    ])
    const syncSetId = findLargestSet(memberships)
    const syncedIds = new Set(
      memberships.filter(({ setId }) => setId === syncSetId).map(({ assetId }) => assetId),
    )
    const references = new ReferenceCheck()
    for (const [index, id] of locationAssetIds.entries())
      references.require(
        syncedIds.has(id),
        `locationAssetIds[${index}]`,
        `${id} is not a synced location of this account. search/get_location_asset lists them.`,
      )
    references.assertNoneMissing()
    const count = locationAssetIds.length === 1 ? 'one location' : `${locationAssetIds.length} locations`
    const description =
      existing === undefined
        ? `Create a location group of ${count}.`
        : `Use the location group ${existing}, which has exactly these locations.`
    const data = {
      name,
      syncSetId,
      assetIds: locationAssetIds,
      ...(existing === undefined ? {} : { existing }),
    }
    return { steps: [createLocationGroupStep.toPlannedStep(data, description)] }
  },

  results(doneSteps) {
    const [created] = createLocationGroupStep.collectOutcomes(doneSteps)
    return { locationGroupId: created?.upstreamId ?? '' }
  },
})

function deriveGroupName(assetIds: readonly string[]): string {
  const digest = createHash('sha256').update(assetIds.toSorted().join(',')).digest('hex')
  return `adrail locations ${digest.slice(0, 12)}`
}

/** Most accounts have one enabled sync set. Of several sets, the set with most of the locations is used. */
function findLargestSet(memberships: readonly { readonly setId: string }[]): string {
  const sizes = new Map<string, number>()
  for (const { setId } of memberships) sizes.set(setId, (sizes.get(setId) ?? 0) + 1)
  return [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** https://developers.google.com/google-ads/api/docs/assets/location-assets */
function buildParts(
  { name, syncSetId, assetIds }: z.infer<typeof locationGroupData>,
  connector: SearchConnector,
): MutatePart[] {
  const assetSet = connector.toResourceName('assetSets', -1)
  return [
    {
      callerField: '',
      operation: {
        assetSetOperation: {
          create: {
            resourceName: assetSet,
            name,
            type: 'STATIC_LOCATION_GROUP',
            locationGroupParentAssetSetId: syncSetId,
          },
        },
      },
    },
    ...assetIds.map((id, index) => ({
      callerField: `locationAssetIds[${index}]`,
      operation: {
        assetSetAssetOperation: { create: { assetSet, asset: connector.toResourceName('assets', id) } },
      },
    })),
  ]
}
