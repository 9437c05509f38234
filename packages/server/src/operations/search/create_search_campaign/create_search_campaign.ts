import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { dailyWords } from '../../../base/budgetWords.ts'
import { counted } from '../../../base/counted.ts'
import { createdWords } from '../../../base/creationWords.ts'
import { ServiceError } from '../../../base/errors.ts'
import type { Runtime } from '../../../base/runtime.ts'
import { dayIn } from '../../../base/zoneTimes.ts'
import { type DoneStep, foundBy, type StepOutcome } from '../../../journal/plan.ts'
import { noSpending, spendingOf } from '../../../journal/spend/change.ts'
import { differences, undoCreation } from '../../../journal/undoPlans.ts'
import { step, write } from '../../../journal/write.ts'
import { amountText } from '../../../platforms/search/amounts.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { isRefusalFor } from '../../../platforms/search/errors.ts'
import { idIn, type Part } from '../../../platforms/search/mutate.ts'
import type { ListedAd } from '../../../platforms/search/rows.ts'
import { type Blueprint, blueprint, type Image, image } from '../blueprint.ts'
import { campaignParts, imagePart, markerKey } from '../campaignParts.ts'
import { planStatus, setStatus } from '../searchStatus.ts'
import { imageData, uploadLoads } from './images.ts'
import { planCampaign } from './plan.ts'
import { assetsAsked, linkedAsset, partsLeft, partsPresent } from './treeParts.ts'

/** Maps SHA-256 digests of images to their resource names. */
const uploadedNames = z.record(z.string(), z.string())
const madeNames = z.object({
  campaign: z.string(),
  adGroup: z.string(),
  // Records of earlier releases contain no ids of ads.
  adIds: z.array(z.string()).default([]),
  assets: z.array(z.string()).optional(),
})

const upload = step('search', 'upload', {
  data: z.object({ images: z.array(image) }),
  async send({ images }, { connector }) {
    const names = await connector.mutate(await loadParts(images, connector))
    const uploaded = images.map(({ sha256 }, index) => [sha256, names[index] ?? ''] as const)
    return { upstreamId: names[0] ?? '', data: Object.fromEntries(uploaded) }
  },
  /** The step can be sent again because the platform stores equal images once. */
  async find() {
    return { state: 'not_done' }
  },
  async rehearse({ images }, { connector }) {
    await connector.validate(await loadParts(images, connector))
  },
})

const create = step('search', 'create', {
  data: blueprint,
  creates: true,
  async send(data, { connector, marker, done, runtime }) {
    const uploaded = uploadedIn(done)
    const send = (suffix?: string) =>
      orStartedNow(data, connector, runtime, async (planned) =>
        made(await partsOf(planned, connector, uploaded, marker, suffix), connector),
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
  async find(planned, { connector, marker }) {
    const { name, ads } = planned
    const named = await connector.campaignsNamed(name, markerKey)
    const ours = named.find(({ parameter }) => parameter === marker)
    if (!ours && named.length > 0)
      return {
        state: 'conflict',
        refusal: new ServiceError('DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' }),
      }
    if (!ours) return { state: 'not_done' }
    const [[adGroup], made, assets] = await Promise.all([
      connector.adGroupsOf(ours.id),
      connector.ads(ours.id, undefined),
      assetsAsked(planned, connector, ours.id),
    ])
    if (adGroup === undefined || made === undefined) return { state: 'unclear' }
    const campaign = connector.name('campaigns', ours.id)
    return { state: 'done', outcome: outcomeOf(campaign, adGroup, idsInOrder(ads, made.rows), assets) }
  },
  async rehearse(data, { connector, runtime }) {
    await orStartedNow(data, connector, runtime, async (planned) =>
      connector.validate(await partsOf(planned, connector, new Map(), 'rehearsal')),
    )
  },
  async takeBack(_data, { connector }, { upstreamId }) {
    const { campaign } = (await connector.campaign(upstreamId)) ?? {}
    if (campaign === undefined || campaign.status === 'REMOVED') return
    const operation = { campaignOperation: { remove: campaign.resourceName } }
    await connector.mutate([{ origin: '', operation }])
  },
  /** Only a failed creation can leave a campaign, because campaign names in an account are unique. */
  async leftovers(planned, { connector, marker }, { upstreamId }) {
    const named = await connector.campaignsNamed(planned.name, markerKey)
    const extra = named.filter(({ id, parameter }) => parameter === marker && id !== upstreamId)
    return await Promise.all(
      extra.map(async ({ id }) => ({
        kind: 'campaign' as const,
        outcome: { upstreamId: id },
        mayBeRemoved: await isUntouched(connector, id, planned),
      })),
    )
  },
})

const enable = step('search', 'enable', {
  data: z.object({}),
  readsBack: true,
  raisesSpend: () => true,
  async send(_data, { connector, done }) {
    const id = createdId(done)
    const update = { resourceName: connector.name('campaigns', id), status: 'ENABLED' } as const
    const operation = { campaignOperation: { updateMask: 'status', update } }
    await connector.mutate([{ origin: 'status', operation }])
    return { upstreamId: id }
  },
  async find(_data, { connector, done }) {
    const id = createdId(done)
    const status = (await connector.campaign(id))?.campaign.status
    return foundBy(status, { from: 'PAUSED', to: 'ENABLED' }, id)
  },
})

/**
 * One atomic mutate creates the whole campaign, paused and marked. A second step activates the campaign.
 * Images are uploaded before only if they are too large for the mutate.
 */
export const create_search_campaign = write('search/create_search_campaign', {
  steps: [upload, create, enable, setStatus],
  replayForMs: 15 * 60 * 1000,

  async plan(body, { connector, marker }) {
    const { planned, warnings } = await planCampaign(body, connector, marker)
    const { name, images, keywords, ads } = planned
    const { currencyCode } = connector.selection
    const budget = `${amountText(BigInt(planned.budgetMicros), currencyCode)} ${currencyCode}`
    const daily = { units: BigInt(planned.budgetMicros), scale: 6 }
    const creates = `Create the campaign "${name}", paused, with ${dailyWords(daily, currencyCode)}, ${counted(keywords, 'keyword')} and ${counted(ads, 'ad')}.`
    return {
      steps: [
        ...uploadLoads(images).map((load) =>
          upload.plan({ images: load }, `Upload ${counted(load, 'image')} to the account.`),
        ),
        create.plan(planned, creates),
        ...(body.status === 'ENABLED' ? [enable.plan({}, `Switch the campaign "${name}" on.`)] : []),
      ],
      after: { dailyBudget: budget, status: body.status },
      spend: {
        campaignId: '',
        currencyCode,
        before: noSpending,
        after: spendingOf(
          'search',
          { daily: BigInt(planned.budgetMicros), lifetime: 0n },
          body.status === 'ENABLED',
        ),
        field: 'dailyBudget',
      },
      warnings,
    }
  },

  async undo({ body, plan, done }, { connector }) {
    const campaignId = createdId(done)
    const [removal, present, ads] = await Promise.all([
      planStatus(connector, campaignId, 'DELETED'),
      partsPresent(connector, campaignId),
      connector.ads(campaignId, undefined),
    ])
    const planned = blueprint.parse(plan.steps.find(({ name }) => name === 'create')?.data)
    const [created] = create.outcomesIn(done)
    const { adGroup, adIds, assets } = madeNames.parse(created?.data)
    const made = {
      campaignId,
      adGroupId: idIn(adGroup),
      adIds: adIds.length > 0 ? adIds : idsInOrder(planned.ads, ads?.rows ?? []),
      // Records of earlier releases contain no assets.
      assets: assets ?? (await assetsAsked(planned, connector, campaignId)),
    }
    return undoCreation(removal, plan, { present, left: partsLeft(planned, made, body.status) })
  },

  results(done, body, { warnings = [] }) {
    const [created] = create.outcomesIn(done)
    const { campaign, adGroup, adIds } = madeNames.parse(created?.data)
    const left = body.status === 'ENABLED' ? 'enabled' : 'left paused'
    return {
      adGroupResourceName: adGroup,
      campaignResourceName: campaign,
      campaignId: idIn(campaign),
      adGroupId: idIn(adGroup),
      adIds,
      additionalMessage: createdWords(left, body, warnings),
    }
  },
})

/**
 * Returns whether a campaign is paused and no one has changed or extended the campaign since its creation.
 */
async function isUntouched(
  connector: SearchConnector,
  campaignId: string,
  planned: Blueprint,
): Promise<boolean> {
  const [present, ads, assets] = await Promise.all([
    partsPresent(connector, campaignId),
    connector.ads(campaignId, undefined),
    assetsAsked(planned, connector, campaignId),
  ])
  const made = {
    campaignId,
    adGroupId: present.find(({ kind }) => kind === 'ad group')?.id ?? '',
    adIds: idsInOrder(planned.ads, ads?.rows ?? []),
    assets,
  }
  return differences(present, partsLeft(planned, made, 'PAUSED')).length === 0
}

async function loadParts(images: readonly Image[], connector: SearchConnector): Promise<Part[]> {
  return await Promise.all(
    images.map(async (each) => imagePart(each, await imageData(connector.images, each))),
  )
}

async function partsOf(
  planned: Blueprint,
  connector: SearchConnector,
  uploaded: ReadonlyMap<string, string>,
  marker: string,
  budgetSuffix = marker.slice(0, 6),
): Promise<Part[]> {
  const separately = uploadLoads(planned.images).length > 0
  // A dry run uploads no images, so separately uploaded images have no resource names to link. The dry run
  // validates their upload separately.
  const images = planned.images.filter(({ sha256 }) => !separately || uploaded.has(sha256))
  const contents = new Map<string, { data: string } | { resourceName: string }>()
  for (const each of images)
    contents.set(
      each.sha256,
      separately
        ? { resourceName: uploaded.get(each.sha256) ?? '' }
        : { data: await imageData(connector.images, each) },
    )
  return campaignParts(
    { ...planned, images },
    {
      name: (collection, id) => connector.name(collection, id),
      marker,
      budgetSuffix,
      image: ({ sha256 }) => contents.get(sha256) ?? { resourceName: '' },
    },
  )
}

/**
 * Some accounts treat the start of the current day as past. A campaign without a start date starts
 * immediately.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/Campaign (start_date_time)
 */
async function orStartedNow<Result>(
  planned: Blueprint,
  { selection }: SearchConnector,
  runtime: Runtime,
  send: (planned: Blueprint) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(planned)
  } catch (error) {
    const isPast = isRefusalFor(error, 'dateRangeError.CANNOT_SET_DATE_TO_PAST')
    if (!isPast || planned.startDate !== dayIn(selection.timeZone, runtime.now())) throw error
    return await send({ ...planned, startDate: '' })
  }
}

async function made(parts: readonly Part[], connector: SearchConnector): Promise<StepOutcome> {
  const names = await connector.mutate(parts)
  const nameOf = (kind: string) => names[parts.findIndex(({ operation }) => kind in operation)] ?? ''
  const namesOf = (kind: string) => names.filter((_, index) => kind in (parts[index]?.operation ?? {}))
  const adIds = namesOf('adGroupAdOperation').map(adIdIn)
  const assets = namesOf('campaignAssetOperation').map(linkedAsset)
  return outcomeOf(nameOf('campaignOperation'), nameOf('adGroupOperation'), adIds, assets)
}

/**
 * The resource name ends with the ids of ad group and ad: `customers/4823109756/adGroupAds/171330101425~702`.
 */
const adIdIn = (resourceName: string) => resourceName.slice(resourceName.lastIndexOf('~') + 1)

/**
 * Matches the planned ads to created ads by their headlines. Ads with equal headlines are interchangeable.
 */
function idsInOrder(asked: Blueprint['ads'], rows: readonly ListedAd[]): string[] {
  const left = rows.map(({ adGroupAd: { ad } }) => ({
    id: ad.id,
    headlines: (ad.responsiveSearchAd?.headlines ?? []).map(({ text = '' }) => text),
  }))
  return asked.flatMap(({ headlines }) => {
    const at = left.findIndex((ad) => isDeepStrictEqual(ad.headlines, headlines))
    return at < 0 ? [] : left.splice(at, 1).map(({ id }) => id)
  })
}

function outcomeOf(
  campaign: string,
  adGroup: string,
  adIds: readonly string[],
  assets: readonly string[],
): StepOutcome {
  return { upstreamId: idIn(campaign), data: { campaign, adGroup, adIds, assets } }
}

function uploadedIn(done: readonly DoneStep[]): ReadonlyMap<string, string> {
  return new Map(upload.outcomesIn(done).flatMap(({ data }) => Object.entries(uploadedNames.parse(data))))
}

function createdId(done: readonly DoneStep[]): string {
  const [created] = create.outcomesIn(done)
  if (!created) throw new Error('A campaign was to be switched on before it was made.')
  return created.upstreamId
}
