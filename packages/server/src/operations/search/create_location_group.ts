import { createHash } from 'node:crypto'
import type { ServiceError } from '../../base/errors.ts'
import { type Step, write } from '../../journal/write.ts'
import { idIn, type Part, type SearchConnector } from '../../platforms/search/connector.ts'
import { connectorFor } from './connection.ts'
import { References } from './references.ts'

type Group = {
  readonly accountId: string
  readonly name: string
  readonly syncSetId: string
  readonly assetIds: readonly string[]
  /** The group that exists already; empty when there is none. */
  readonly existing: string
}

/** A group is named after its locations, so that the same locations are the same group. */
export const create_location_group = write<'search/create_location_group'>({
  async plan({ userId, locationAssetIds }, ctx) {
    const connector = await ctx.connect(userId, 'search')
    const name = groupName(locationAssetIds)
    const [memberships, existing] = await Promise.all([
      connector.syncSetsOf(locationAssetIds),
      connector.assetSetNamed(name),
    ])
    const syncSetId = largestSet(memberships)
    const synced = new Set(
      memberships.filter(({ setId }) => setId === syncSetId).map(({ assetId }) => assetId),
    )
    const references = new References()
    for (const [index, id] of locationAssetIds.entries())
      references.require(
        synced.has(id),
        `locationAssetIds[${index}]`,
        `${id} is not a synced location of this account; search/get_location_asset lists them.`,
      )
    references.check()
    const { accountId } = connector.selection
    const data: Group = { accountId, name, syncSetId, assetIds: locationAssetIds, existing }
    const says =
      existing === ''
        ? `Create a group of ${locationAssetIds.length === 1 ? 'one location' : `${locationAssetIds.length} locations`}.`
        : `Use location group ${existing}, which has exactly these locations.`
    return { steps: [{ name: 'create', says, data }] }
  },

  async rehearse({ steps: [step] }, _body, ctx) {
    // The one step of the plan above.
    const group = step?.data as Group
    if (group.existing !== '') return
    const connector = await connectorFor(ctx, group.accountId)
    await connector.validate(partsOf(group, connector))
  },

  steps: { create: create() },

  results: (done) => ({ locationGroupId: done['create']?.upstreamId ?? '' }),
})

function groupName(assetIds: readonly string[]): string {
  const digest = createHash('sha256').update(assetIds.toSorted().join(',')).digest('hex')
  return `adrail locations ${digest.slice(0, 12)}`
}

/** An account has one enabled sync set as a rule; of several, the one with most of the locations. */
function largestSet(memberships: readonly { readonly setId: string }[]): string {
  const sizes = new Map<string, number>()
  for (const { setId } of memberships) sizes.set(setId, (sizes.get(setId) ?? 0) + 1)
  return [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** https://developers.google.com/google-ads/api/docs/assets/location-assets */
function partsOf({ name, syncSetId, assetIds }: Group, connector: SearchConnector): Part[] {
  const assetSet = connector.name('assetSets', -1)
  return [
    {
      origin: '',
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
      origin: `locationAssetIds[${index}]`,
      operation: { assetSetAssetOperation: { create: { assetSet, asset: connector.name('assets', id) } } },
    })),
  ]
}

function create(): Step<Group> {
  return {
    async send({ data, ctx }) {
      if (data.existing !== '') return { upstreamId: data.existing }
      const connector = await connectorFor(ctx, data.accountId)
      try {
        const [name = ''] = await connector.mutate(partsOf(data, connector))
        return { upstreamId: idIn(name) }
      } catch (error) {
        const { details } = error as Partial<ServiceError>
        if (details?.platformError?.code !== 'assetSetError.DUPLICATE_ASSET_SET_NAME') throw error
        // Somebody asked for the same locations a moment ago: theirs is ours.
        const upstreamId = await connector.assetSetNamed(data.name)
        if (upstreamId === '') throw error
        return { upstreamId }
      }
    },
    async find({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const upstreamId = data.existing || (await connector.assetSetNamed(data.name))
      return upstreamId === '' ? { state: 'not_done' } : { state: 'done', outcome: { upstreamId } }
    },
  }
}
