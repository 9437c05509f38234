import { ServiceError } from '../../../base/errors.ts'
import { type Step, type StepOutcome, write } from '../../../journal/write.ts'
import { asText, at } from '../../../platforms/kit/values.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import { idIn } from '../../../platforms/search/connector.ts'
import { connectorFor } from '../connection.ts'
import { amountText } from '../money.ts'
import type { Blueprint, From, Image } from './blueprint.ts'
import { imageData, uploadLoads } from './images.ts'
import { campaignParts, imagePart, markerKey } from './parts.ts'
import { planCampaign } from './plan.ts'

/** Twenty images of five megabytes make at most so many loads. */
const mostLoads = 10

type Load = { readonly accountId: string; readonly images: readonly From<Image>[] }
type Enabling = { readonly accountId: string }

/**
 * Everything is made in one atomic mutate, paused and marked; then it is switched on. Only images that are too large to
 * travel along are uploaded before: repeating that is harmless, because the platform keeps equal images once.
 */
export const create_search_campaign = write<'search/create_search_campaign'>({
  replayForMs: 15 * 60 * 1000,

  async plan(body, ctx) {
    const { blueprint, warnings } = await planCampaign(body, ctx)
    const { accountId, name } = blueprint
    const connector = await connectorFor(ctx, accountId)
    const unit = await connector.billableUnitMicros()
    const budget = `${amountText(BigInt(blueprint.budgetMicros), unit)} ${connector.selection.currencyCode}`
    const uploads = uploadLoads(blueprint.images).map((images, index) => ({
      name: `upload_${index + 1}`,
      says: `Upload ${images.length} images to the account.`,
      data: { accountId, images } satisfies Load,
    }))
    const create = {
      name: 'create',
      says: `Create the campaign "${name}", paused, with ${budget} a day, ${blueprint.keywords.length} keywords and ${blueprint.ads.length} ads.`,
      data: blueprint,
    }
    const enable = {
      name: 'enable',
      says: `Switch the campaign "${name}" on.`,
      data: { accountId } satisfies Enabling,
    }
    return {
      steps: [...uploads, create, ...(body.status === 'ENABLED' ? [enable] : [])],
      after: { dailyBudget: budget, status: body.status },
      warnings,
    }
  },

  async rehearse(plan, _body, ctx) {
    for (const { name, data } of plan.steps) {
      if (name === 'enable') continue
      const connector = await connectorFor(ctx, asText(at(data, 'accountId')))
      // Steps of these names are planned above, with data of these kinds.
      const parts =
        name === 'create'
          ? await partsOf(data as Blueprint, connector, 'rehearsal', {})
          : await loadParts(data as Load, connector)
      await connector.validate(parts)
    }
  },

  steps: {
    ...Object.fromEntries(Array.from({ length: mostLoads }, (_, index) => [`upload_${index + 1}`, upload()])),
    create: create(),
    enable: enable(),
  },

  results(done, body, { warnings = [] }) {
    const created = done['create']
    const state = body.status === 'ENABLED' ? 'enabled' : 'left paused'
    const end = body.endDate === undefined ? 'has no end date' : `ends on ${body.endDate}`
    return {
      adGroupResourceName: asText(at(created?.data, 'adGroup')),
      campaignResourceName: asText(at(created?.data, 'campaign')),
      additionalMessage: [
        `Created and ${state}.`,
        `It starts on ${body.startDate} and ${end}.`,
        ...warnings,
      ].join(' '),
    }
  },
})

function upload(): Step<Load> {
  return {
    async send({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const names = await connector.mutate(await loadParts(data, connector))
      const uploaded = data.images.map(({ sha256 }, index) => [sha256, names[index] ?? ''])
      return { upstreamId: names[0] ?? '', data: Object.fromEntries(uploaded) }
    },
    async find() {
      return { state: 'not_done' }
    },
  }
}

async function loadParts({ images }: Load, connector: SearchConnector) {
  return await Promise.all(
    images.map(async (image) => imagePart(image, await imageData(connector.images, image))),
  )
}

function create(): Step<Blueprint> {
  return {
    async send({ data, marker, done, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      try {
        return await made(await partsOf(data, connector, marker, done), connector)
      } catch (error) {
        if (!isBudgetNameTaken(error)) throw error
        // Somebody else's shared budget has the name; ours needs only to be another one.
        return await made(await partsOf(data, connector, marker, done, marker.slice(6, 12)), connector)
      }
    },

    /** Names are unique among the campaigns of an account, and the marker tells whether one is ours. */
    async find({ data, marker, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const named = await connector.campaignsNamed(data.name, markerKey)
      const ours = named.find(({ parameter }) => parameter === marker)
      if (!ours && named.length > 0)
        return {
          state: 'conflict',
          refusal: new ServiceError('DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' }),
        }
      if (!ours) return { state: 'not_done' }
      const [adGroup] = await connector.adGroupsOf(ours.id)
      if (adGroup === undefined) return { state: 'unclear' }
      return { state: 'done', outcome: outcomeOf(connector.name('campaigns', ours.id), adGroup) }
    },

    async undo({ data, ctx }, { upstreamId }) {
      const connector = await connectorFor(ctx, data.accountId)
      const campaign = await connector.campaign(upstreamId)
      if (campaign === undefined || campaign.status === 'REMOVED') return
      const operation = { campaignOperation: { remove: campaign.resourceName } }
      await connector.mutate([{ origin: '', operation }])
    },
  }
}

async function partsOf(
  blueprint: Blueprint,
  connector: SearchConnector,
  marker: string,
  done: Readonly<Record<string, StepOutcome>>,
  budgetSuffix = marker.slice(0, 6),
) {
  const separately = uploadLoads(blueprint.images).length > 0
  const uploaded = new Map(
    Object.entries(done)
      .filter(([step]) => step.startsWith('upload_'))
      .flatMap(([, { data }]) => Object.entries(data ?? {})),
  )
  const contents = new Map<string, { data: string } | { resourceName: string }>()
  // A rehearsal has nothing to link to when images are uploaded by themselves: it checks those by themselves, too.
  const images = blueprint.images.filter(({ sha256 }) => !separately || uploaded.has(sha256))
  for (const image of images)
    contents.set(
      image.sha256,
      separately
        ? { resourceName: asText(uploaded.get(image.sha256)) }
        : { data: await imageData(connector.images, image) },
    )
  return campaignParts(
    { ...blueprint, images },
    {
      name: (collection, id) => connector.name(collection, id),
      marker,
      budgetSuffix,
      image: ({ sha256 }) => contents.get(sha256) ?? { resourceName: '' },
    },
  )
}

async function made(parts: ReturnType<typeof campaignParts>, connector: SearchConnector) {
  const names = await connector.mutate(parts)
  const nameOf = (kind: string) => names[parts.findIndex(({ operation }) => kind in operation)] ?? ''
  return outcomeOf(nameOf('campaignOperation'), nameOf('adGroupOperation'))
}

function outcomeOf(campaign: string, adGroup: string): StepOutcome {
  return { upstreamId: idIn(campaign), data: { campaign, adGroup } }
}

function isBudgetNameTaken(error: unknown): boolean {
  const { details } = error as Partial<ServiceError>
  return details?.platformError?.code === 'campaignBudgetError.DUPLICATE_NAME'
}

function enable(): Step<Enabling> {
  return {
    async send({ data, done, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const id = done['create']?.upstreamId ?? ''
      await connector.mutate([
        {
          origin: 'status',
          operation: {
            campaignOperation: {
              updateMask: 'status',
              update: { resourceName: connector.name('campaigns', id), status: 'ENABLED' },
            },
          },
        },
      ])
      return { upstreamId: id }
    },
    async find({ data, done, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const id = done['create']?.upstreamId ?? ''
      const campaign = await connector.campaign(id)
      if (campaign?.status === 'ENABLED') return { state: 'done', outcome: { upstreamId: id } }
      return { state: campaign?.status === 'PAUSED' ? 'not_done' : 'conflict' }
    },
  }
}
