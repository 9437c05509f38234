// The steps of a campaign creation. One atomic mutate creates the whole campaign, and `reconcile` finds it by its
// marker.

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type DoneStep, reconcileValue, type StepOutcome } from '../../../journal/plan.ts'
import { defineStep } from '../../../journal/step.ts'
import { listDifferences } from '../../../journal/undoPlans.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { isRefusalFor } from '../../../platforms/search/errors.ts'
import { type MutatePart, parseResourceId } from '../../../platforms/search/mutate.ts'
import type { ListedAd } from '../../../platforms/search/rows.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { dateInZone } from '../../../runtime/timeZones.ts'
import { type SearchBlueprint, type SearchImageDraft, searchBlueprint, searchImage } from '../blueprint.ts'
import { buildCampaignParts, markerKey, toImagePart } from '../campaignParts.ts'
import { fetchImageBase64, splitUploadBatches } from './images.ts'
import {
  findCreatedAssets,
  formatLinkedAsset,
  listRecordedSearchParts,
  readSearchParts,
} from './treeParts.ts'

/** Maps SHA-256 digests of images to their resource names. */
const uploadOutcome = z.record(z.string(), z.string())
export const creationOutcome = z.object({
  campaign: z.string(),
  adGroup: z.string(),
  // Records of earlier releases contain no ids of ads.
  adIds: z.array(z.string()).default([]),
  assets: z.array(z.string()).optional(),
})

export const uploadSearchImagesStep = defineStep('search', 'upload', {
  dataSchema: z.object({ images: z.array(searchImage) }),
  async send({ images }, { connector }) {
    const names = await connector.mutate(await buildImageParts(images, connector))
    const digestNamePairs = images.map(({ sha256 }, index) => [sha256, names[index] ?? ''] as const)
    return { upstreamId: names[0] ?? '', data: Object.fromEntries(digestNamePairs) }
  },
  /** The step can be sent again because the platform stores equal images once. */
  async reconcile() {
    return { state: 'not_done' }
  },
  async validate({ images }, { connector }) {
    await connector.validate(await buildImageParts(images, connector))
  },
})

export const createSearchCampaignStep = defineStep('search', 'create', {
  dataSchema: searchBlueprint,
  createsMarkedObject: true,
  async send(data, { connector, marker, doneSteps, runtime }) {
    const nameByDigest = readUploadedNames(doneSteps)
    const send = (suffix?: string) =>
      retryWithoutStartDate(data, connector, runtime, async (draft) =>
        sendCreation(await buildParts(draft, connector, nameByDigest, marker, suffix), connector),
      )
    try {
      return await send()
    } catch (error) {
      if (!isRefusalFor(error, 'campaignBudgetError.DUPLICATE_NAME')) throw error
      // A shared budget of someone else has the name, so the creation is sent with another budget name.
      return await send(marker.slice(6, 12))
    }
  },
  /**
   * Campaign names in an account are unique, and the marker shows whether this write created the campaign.
   */
  async reconcile(draft, { connector, marker }) {
    const { name, ads } = draft
    const sameNameCampaigns = await connector.structure.listCampaignsByName(name, markerKey)
    const ownCampaign = sameNameCampaigns.find(({ parameter }) => parameter === marker)
    if (!ownCampaign && sameNameCampaigns.length > 0)
      return {
        state: 'conflict',
        refusal: new ServiceError('DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' }),
      }
    if (!ownCampaign) return { state: 'not_done' }
    const [[adGroup], adPage, assets] = await Promise.all([
      connector.structure.listAdGroupResourceNames(ownCampaign.id),
      connector.structure.findAdPage(ownCampaign.id, undefined),
      findCreatedAssets(draft, connector, ownCampaign.id),
    ])
    if (adGroup === undefined || adPage === undefined) return { state: 'unclear' }
    const campaign = connector.toResourceName('campaigns', ownCampaign.id)
    return { state: 'done', outcome: toOutcome(campaign, adGroup, matchAdIds(ads, adPage.rows), assets) }
  },
  async validate(data, { connector, runtime }) {
    await retryWithoutStartDate(data, connector, runtime, async (draft) =>
      connector.validate(await buildParts(draft, connector, new Map(), 'rehearsal')),
    )
  },
  async compensate(_data, { connector }, { upstreamId }) {
    const { campaign } = (await connector.structure.findCampaign(upstreamId)) ?? {}
    if (campaign === undefined || campaign.status === 'REMOVED') return
    const operation = { campaignOperation: { remove: campaign.resourceName } }
    await connector.mutate([{ callerField: '', operation }])
  },
  /** Only a failed creation can leave a campaign, because campaign names in an account are unique. */
  async findDuplicates(draft, { connector, marker }, { upstreamId }) {
    const sameNameCampaigns = await connector.structure.listCampaignsByName(draft.name, markerKey)
    const extraCampaigns = sameNameCampaigns.filter(
      ({ id, parameter }) => parameter === marker && id !== upstreamId,
    )
    return await Promise.all(
      extraCampaigns.map(async ({ id }) => ({
        kind: 'campaign' as const,
        outcome: { upstreamId: id },
        mayBeRemoved: await isUntouched(connector, id, draft),
      })),
    )
  },
})

export const enableSearchCampaignStep = defineStep('search', 'enable', {
  dataSchema: z.object({}),
  needsVerification: true,
  raisesSpend: () => true,
  async send(_data, { connector, doneSteps }) {
    const id = requireCampaignId(doneSteps)
    const update = { resourceName: connector.toResourceName('campaigns', id), status: 'ENABLED' } as const
    const operation = { campaignOperation: { updateMask: 'status', update } }
    await connector.mutate([{ callerField: 'status', operation }])
    return { upstreamId: id }
  },
  async reconcile(_data, { connector, doneSteps }) {
    const id = requireCampaignId(doneSteps)
    const status = (await connector.structure.findCampaign(id))?.campaign.status
    return reconcileValue(status, { from: 'PAUSED', to: 'ENABLED' }, id)
  },
})

/**
 * Returns whether a campaign is paused and no one has changed or extended the campaign since its creation.
 */
async function isUntouched(
  connector: SearchConnector,
  campaignId: string,
  draft: SearchBlueprint,
): Promise<boolean> {
  const [presentParts, ads, assets] = await Promise.all([
    readSearchParts(connector, campaignId),
    connector.structure.findAdPage(campaignId, undefined),
    findCreatedAssets(draft, connector, campaignId),
  ])
  const createdIds = {
    campaignId,
    adGroupId: presentParts.find(({ kind }) => kind === 'ad group')?.id ?? '',
    adIds: matchAdIds(draft.ads, ads?.rows ?? []),
    assets,
  }
  return listDifferences(presentParts, listRecordedSearchParts(draft, createdIds, 'PAUSED')).length === 0
}

async function buildImageParts(
  images: readonly SearchImageDraft[],
  connector: SearchConnector,
): Promise<MutatePart[]> {
  return await Promise.all(
    images.map(async (image) => toImagePart(image, await fetchImageBase64(connector.images, image))),
  )
}

async function buildParts(
  draft: SearchBlueprint,
  connector: SearchConnector,
  nameByDigest: ReadonlyMap<string, string>,
  marker: string,
  budgetSuffix = marker.slice(0, 6),
): Promise<MutatePart[]> {
  const isUploadedSeparately = splitUploadBatches(draft.images).length > 0
  // A dry run uploads no images, so separately uploaded images have no resource names to link. The dry run
  // validates their upload separately.
  const images = draft.images.filter(({ sha256 }) => !isUploadedSeparately || nameByDigest.has(sha256))
  const contentByDigest = new Map<string, { data: string } | { resourceName: string }>()
  for (const image of images)
    contentByDigest.set(
      image.sha256,
      isUploadedSeparately
        ? { resourceName: nameByDigest.get(image.sha256) ?? '' }
        : { data: await fetchImageBase64(connector.images, image) },
    )
  return buildCampaignParts(
    { ...draft, images },
    {
      toResourceName: (collection, id) => connector.toResourceName(collection, id),
      marker,
      budgetSuffix,
      image: ({ sha256 }) => contentByDigest.get(sha256) ?? { resourceName: '' },
    },
  )
}

/**
 * Some accounts treat the start of the current day as past. A campaign without a start date starts
 * immediately.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/Campaign (start_date_time)
 */
async function retryWithoutStartDate<Result>(
  draft: SearchBlueprint,
  { selection }: SearchConnector,
  runtime: Runtime,
  send: (draft: SearchBlueprint) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(draft)
  } catch (error) {
    const isPast = isRefusalFor(error, 'dateRangeError.CANNOT_SET_DATE_TO_PAST')
    if (!isPast || draft.startDate !== dateInZone(selection.timeZone, runtime.now())) throw error
    return await send({ ...draft, startDate: '' })
  }
}

async function sendCreation(parts: readonly MutatePart[], connector: SearchConnector): Promise<StepOutcome> {
  const names = await connector.mutate(parts)
  const findName = (kind: string) => names[parts.findIndex(({ operation }) => kind in operation)] ?? ''
  const findNames = (kind: string) => names.filter((_, index) => kind in (parts[index]?.operation ?? {}))
  const adIds = findNames('adGroupAdOperation').map(parseAdId)
  const assets = findNames('campaignAssetOperation').map(formatLinkedAsset)
  return toOutcome(findName('campaignOperation'), findName('adGroupOperation'), adIds, assets)
}

/**
 * The resource name ends with the ids of ad group and ad: `customers/4823109756/adGroupAds/171330101425~702`.
 */
const parseAdId = (resourceName: string) => resourceName.slice(resourceName.lastIndexOf('~') + 1)

/**
 * Matches the planned ads to created ads by their headlines. Ads with equal headlines are interchangeable.
 */
export function matchAdIds(plannedAds: SearchBlueprint['ads'], rows: readonly ListedAd[]): string[] {
  const remaining = rows.map(({ adGroupAd: { ad } }) => ({
    id: ad.id,
    headlines: (ad.responsiveSearchAd?.headlines ?? []).map(({ text = '' }) => text),
  }))
  return plannedAds.flatMap(({ headlines }) => {
    const index = remaining.findIndex((ad) => isDeepStrictEqual(ad.headlines, headlines))
    return index < 0 ? [] : remaining.splice(index, 1).map(({ id }) => id)
  })
}

function toOutcome(
  campaign: string,
  adGroup: string,
  adIds: readonly string[],
  assets: readonly string[],
): StepOutcome {
  return { upstreamId: parseResourceId(campaign), data: { campaign, adGroup, adIds, assets } }
}

function readUploadedNames(doneSteps: readonly DoneStep[]): ReadonlyMap<string, string> {
  return new Map(
    uploadSearchImagesStep
      .collectOutcomes(doneSteps)
      .flatMap(({ data }) => Object.entries(uploadOutcome.parse(data))),
  )
}

export function requireCampaignId(doneSteps: readonly DoneStep[]): string {
  const [created] = createSearchCampaignStep.collectOutcomes(doneSteps)
  if (!created) throw new Error('A step needs a campaign that was not created.')
  return created.upstreamId
}
