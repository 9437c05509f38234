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

/** Resource names by the images' digests. */
const uploadedNames = z.record(z.string(), z.string())
const madeNames = z.object({
  campaign: z.string(),
  adGroup: z.string(),
  // Entries of before have none.
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
  /** Repeating it is harmless: the platform keeps equal images once. */
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
      // Somebody else's shared budget has the name; ours needs only to be another one.
      return await send(marker.slice(6, 12))
    }
  },
  /** Names are unique among the campaigns of an account, and the marker tells whether one is ours. */
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
  /** Of a creation that failed: no two campaigns of an account have the same name. */
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
 * Everything is made in one atomic mutate, paused and marked; then it is switched on. Only images that are too large to
 * travel along are uploaded before.
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
      // Creations of earlier releases recorded none.
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

/** Whether a campaign is paused and all as planned: no one has added to it or changed it since it was created. */
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
  // A rehearsal has nothing to link to when images are uploaded by themselves: it checks those by themselves, too.
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
 * Some accounts count the beginning of today as past. A campaign without a start begins at once.
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

/** The name of an ad in its ad group ends with both ids: `customers/4823109756/adGroupAds/171330101425~702`. */
const adIdIn = (resourceName: string) => resourceName.slice(resourceName.lastIndexOf('~') + 1)

/** The ids of the ads that were asked for, known again by their headlines; equal ads are alike. */
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
