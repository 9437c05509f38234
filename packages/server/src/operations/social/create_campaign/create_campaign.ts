import type { Body } from '@adrail/contract'
import { z } from 'zod'
import {
  type DoneStep,
  type Plan,
  type ReconcileResult,
  reconcileValue,
  type StepOutcome,
} from '../../../journal/plan.ts'
import { noSpending, toSpending } from '../../../journal/spend/spendChange.ts'
import { computeDigest, planCreationUndo, type TreePart } from '../../../journal/undoPlans.ts'
import {
  campaignPartVisibilityMs,
  checkVisibilityDelay,
  defineStep,
  defineWrite,
  type StepContext,
} from '../../../journal/write.ts'
import { formatMoney, toSmallestUnits } from '../../../money/money.ts'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { formatDailyBudget, percentOf } from '../../campaign/budgetText.ts'
import { formatCreationSummary } from '../../campaign/creationSummary.ts'
import { formatCount } from '../../campaign/formatCount.ts'
import { planSocialRemoval, setSocialStatusStep } from '../socialStatus.ts'
import { withSocialImage } from './adParts.ts'
import { type SocialBlueprint, socialBlueprint, uploadData } from './blueprint.ts'
import {
  type CreationRecord,
  createTree,
  parseCreation,
  toCreationOutcome,
  toRefusalError,
} from './creationRecord.ts'
import { planSocialCampaign, type SocialBudget, socialImageErrorValues } from './plan.ts'
import {
  collectSocialRemarks,
  findHardError,
  findMissingParts,
  isInProcess,
  isUntouched,
} from './treeAssessment.ts'

/** A campaign whose creation got no response may become visible until this time has passed. */
const unclearUntilCampaignVisible = (context: StepContext<SocialConnector>) =>
  checkVisibilityDelay(campaignPartVisibilityMs, context)

const uploadStep = defineStep('social', 'upload', {
  dataSchema: uploadData,
  async send({ from, url, sha256 }, { connector }) {
    const hash = await connector.creation.uploadImage(
      await fetchImageBase64(connector, { from, url, sha256 }),
      from,
    )
    return { upstreamId: hash, data: { sha256, hash } }
  },
  /** A resend is harmless, because the platform stores equal images only once. */
  async reconcile() {
    return { state: 'not_done' }
  },
})

const createStep = defineStep('social', 'create', {
  dataSchema: socialBlueprint,
  createsMarkedObject: true,
  async send(blueprint, context) {
    const { connector, marker, doneSteps, isResend } = context
    const creation = await createTree(addUploadedImages(blueprint, doneSteps), connector, toLabel(marker))
    if (!isResend) return toCreationOutcome(creation)
    const { liveIds } = await findLabeledCampaigns(blueprint, context)
    return toCreationOutcome({ ...creation, others: liveIds.filter((id) => id !== creation.campaignId) })
  },
  async reconcile(blueprint, context) {
    const { connector } = context
    const { total, liveIds } = await findLabeledCampaigns(blueprint, context)
    const [existingId, ...others] = liveIds
    if (existingId === undefined && total > 0) return { state: 'conflict' }
    if (existingId === undefined) return unclearUntilCampaignVisible(context) ?? { state: 'not_done' }
    const tree = await connector.creation.readBack(existingId)
    // Missing parts may still become visible. The next step creates the parts that stay missing.
    const unclearResult = findMissingParts(tree, blueprint) && unclearUntilCampaignVisible(context)
    if (unclearResult) return unclearResult
    return { state: 'done', outcome: toCreationOutcome({ campaignId: existingId, others }) }
  },
  async validate(blueprint, { connector }) {
    await connector.creation.validate(blueprint)
  },
  async compensate(_blueprint, { connector }, outcome) {
    const { campaignId, others } = parseCreation(outcome)
    for (const id of [campaignId, ...others]) await removeCampaign(connector, id)
  },
  /**
   * Finds duplicates by label and name. A copy made in Ads Manager may have the same label, but another name.
   */
  async findDuplicates(blueprint, { connector, marker }, { upstreamId }) {
    const campaigns = await connector.creation.findByLabel(blueprint.name, toLabel(marker))
    const extraCampaigns = campaigns.filter(
      ({ id, status }) => id !== upstreamId && !['DELETED', 'ARCHIVED'].includes(status),
    )
    return await Promise.all(
      extraCampaigns.map(async ({ id }) => ({
        kind: 'campaign' as const,
        outcome: toCreationOutcome({ campaignId: id, others: [] }),
        mayBeRemoved: isUntouched(await connector.creation.readBack(id), blueprint),
      })),
    )
  },
})

const checkStep = defineStep('social', 'check', {
  dataSchema: socialBlueprint,
  async send(blueprint, { connector, doneSteps }) {
    const creation = requireCreation(doneSteps)
    const refusal = toRefusalError(creation)
    if (refusal) throw refusal
    // These campaigns come from attempts that seemed to have failed. Nothing in them has ever run.
    for (const id of creation.others) await removeCampaign(connector, id)
    let tree = await connector.creation.readBack(creation.campaignId)
    const missingParts = findMissingParts(tree, blueprint)
    if (missingParts) {
      const [adSet] = tree.adsets ?? []
      const { ads } = addUploadedImages({ ...blueprint, ads: [...missingParts.ads] }, doneSteps)
      const results = await connector.creation.createMissing(tree.id, adSet?.id, blueprint.adSet, ads)
      const refusedPart = results.find((entry) => entry instanceof ServiceError)
      if (refusedPart) throw refusedPart
      tree = await connector.creation.readBack(creation.campaignId)
    }
    const result = assessTree(tree, blueprint)
    if (result.state === 'done') return result.outcome
    if (result.state === 'conflict') throw result.refusal ?? new ServiceError('CONCURRENT_CHANGE')
    throw new Error('The platform has not finished the campaign yet.')
  },
  async reconcile(blueprint, context) {
    const creation = requireCreation(context.doneSteps)
    const refusal = toRefusalError(creation)
    if (refusal) return { state: 'conflict', refusal }
    const { connector } = context
    const result = assessTree(
      await connector.creation.readBack(creation.campaignId),
      blueprint,
      unclearUntilCampaignVisible(context),
    )
    // A resend removes the other campaigns, because the first attempt may have been interrupted before.
    return result.state === 'done' && (await hasLiveCampaign(connector, creation.others))
      ? { state: 'not_done' }
      : result
  },
})

const enableStep = defineStep('social', 'enable', {
  dataSchema: z.object({}),
  needsVerification: true,
  raisesSpend: () => true,
  async send(_data, { connector, doneSteps }) {
    const { campaignId } = requireCreation(doneSteps)
    await connector.structure.update(campaignId, { status: 'ACTIVE' })
    return { upstreamId: campaignId }
  },
  async reconcile(_data, { connector, doneSteps }) {
    const { campaignId } = requireCreation(doneSteps)
    const { status } = await connector.structure.campaignStatus(campaignId)
    return reconcileValue(status, { from: 'PAUSED', to: 'ACTIVE' }, campaignId)
  },
})

/**
 * One request creates the whole campaign paused and labeled. The next steps read it back and activate it.
 * After a lost response, adrail creates missing parts within the existing campaign.
 */
export const create_campaign = defineWrite('social/create_campaign', {
  steps: [uploadStep, createStep, checkStep, enableStep, setSocialStatusStep],
  replayWindowMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { blueprint, images, budget, warnings } = await planSocialCampaign(body, connector, runtime.now())
    const { name, ads } = blueprint
    return {
      steps: [
        ...images.map((image) =>
          uploadStep.toPlannedStep(image, `Upload the image ${image.url} to the account.`),
        ),
        createStep.toPlannedStep(
          blueprint,
          `Create the campaign ${JSON.stringify(name)}, paused, with ${formatBudget(budget, body)}, one ad group and ${formatCount(ads, 'ad')}. ${describeOverspend(budget)}`,
        ),
        checkStep.toPlannedStep(blueprint, 'Read the campaign back and see that every part of it can run.'),
        ...(body.status === 'ACTIVE'
          ? [enableStep.toPlannedStep({}, `Switch the campaign ${JSON.stringify(name)} on.`)]
          : []),
      ],
      warnings,
      after: {
        [budget.field]: `${formatMoney(budget.amount, budget.currencyCode)} ${budget.currencyCode}`,
        status: body.status,
      },
      spend: {
        campaignId: '',
        currencyCode: budget.currencyCode,
        before: noSpending,
        after: toSpending('social', toMicroBudget(budget), body.status === 'ACTIVE'),
        field: budget.field,
      },
    }
  },

  async undo({ body, plan, doneSteps }, { connector }) {
    const { campaignId } = requireCreation(doneSteps)
    const [removal, tree] = await Promise.all([
      planSocialRemoval(connector, campaignId),
      connector.creation.readBack(campaignId),
    ])
    return planCreationUndo(removal, plan, {
      currentParts: readSocialParts(tree),
      expectedParts: listRecordedSocialParts(body.status, plan, doneSteps),
    })
  },

  results(doneSteps, body, { warnings = [] }) {
    const [checkOutcome] = checkStep.collectOutcomes(doneSteps)
    const { campaignId, adGroupId, adIds, ...readBackData } = checkData.parse(checkOutcome?.data)
    const remarks = [...warnings, ...readBackData.remarks]
    const finalState = body.status === 'ACTIVE' ? 'switched on' : 'left paused'
    return {
      campaignId,
      adGroupId,
      adIds,
      additionalMessage: formatCreationSummary(finalState, body, remarks),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})

const checkData = z.object({
  campaignId: z.string(),
  adGroupId: z.string(),
  adIds: z.array(z.string()),
  remarks: z.array(z.string()),
  /** Digests by the id of the part. Records of earlier releases have none. */
  digests: z.record(z.string(), z.record(z.string(), z.string())).optional(),
})

function readSocialParts(tree: CampaignTree): TreePart[] {
  const { id, name, status, adsets = [], ads = [] } = tree
  return [
    { kind: 'campaign', id, values: { name, status } },
    ...adsets.map((adSet) => toTreePart('ad group', adSet, computeDigests(tree))),
    ...ads.map((each) => toTreePart('ad', each, computeDigests(tree))),
  ]
}

type Digests = z.infer<typeof checkData>['digests']

function toTreePart(
  kind: TreePart['kind'],
  { id, name, status }: Record<'id' | 'name' | 'status', string>,
  digests?: Digests,
): TreePart {
  return { kind, id, values: { name, status }, digests: digests?.[id] }
}

/** Covers the values, other than names and statuses, that someone may change at the platform. */
function computeDigests({ adsets = [], ads = [] }: CampaignTree): NonNullable<Digests> {
  return Object.fromEntries([
    ...adsets.map(({ id, targeting, bid_amount, start_time = '', end_time = '' }) => [
      id,
      {
        targeting: computeDigest(targeting ?? {}),
        bid: String(bid_amount ?? ''),
        schedule: computeDigest([start_time, end_time]),
      },
    ]),
    ...ads.map(({ id, creative }) => [id, { creative: creative?.id ?? '' }]),
  ])
}

/** Returns the parts as the creation left them, according to its record. */
function listRecordedSocialParts(
  status: string,
  { steps }: Plan,
  doneSteps: readonly DoneStep[],
): TreePart[] {
  const { name, ads } = socialBlueprint.parse(steps.find((step) => step.name === 'check')?.data)
  const [checkOutcome] = checkStep.collectOutcomes(doneSteps)
  const { campaignId, adGroupId, adIds, digests } = checkData.parse(checkOutcome?.data)
  return [
    toTreePart('campaign', { id: campaignId, name, status }),
    toTreePart('ad group', { id: adGroupId, name, status: 'ACTIVE' }, digests),
    ...ads.map((ad, index) =>
      toTreePart('ad', { id: adIds[index] ?? '', name: ad.name, status: 'ACTIVE' }, digests),
    ),
  ]
}

type CampaignTree = Awaited<ReturnType<SocialConnector['creation']['readBack']>>

/** Derives the result of the `checkStep` step from the campaign at the platform. */
function assessTree(
  tree: CampaignTree,
  blueprint: SocialBlueprint,
  unclearResult?: ReconcileResult,
): ReconcileResult {
  if (tree.status === 'DELETED' || tree.status === 'ARCHIVED') return { state: 'conflict' }
  if (findMissingParts(tree, blueprint)) return unclearResult ?? { state: 'not_done' }
  const refusal = findHardError(tree, blueprint)
  if (refusal) return { state: 'conflict', refusal }
  if (isInProcess(tree)) return { state: 'unclear' }
  const idByName = new Map((tree.ads ?? []).map(({ name, id }) => [name, id]))
  const data = {
    campaignId: tree.id,
    adGroupId: tree.adsets?.[0]?.id ?? '',
    adIds: blueprint.ads.map(({ name }) => idByName.get(name) ?? ''),
    remarks: collectSocialRemarks(tree, blueprint),
    digests: computeDigests(tree),
  }
  return { state: 'done', outcome: { upstreamId: tree.id, data } }
}

/**
 * Finds the campaigns with the label of this write, which is unique to it. Returns their number and the ids
 * of those that are not deleted.
 */
async function findLabeledCampaigns(
  { name }: SocialBlueprint,
  { connector, marker }: StepContext<SocialConnector>,
) {
  const campaigns = await connector.creation.findByLabel(name, toLabel(marker))
  const liveIds = campaigns.filter(({ status }) => status !== 'DELETED').map(({ id }) => id)
  return { total: campaigns.length, liveIds }
}

const toLabel = (marker: string) => `adrail:${marker}`

async function removeCampaign(connector: SocialConnector, campaignId: string): Promise<void> {
  const tree = await connector.creation.readBack(campaignId)
  if (tree.status === 'DELETED') return
  const creatives = (tree.ads ?? []).flatMap(({ creative }) => creative?.id ?? [])
  await connector.creation.deleteCampaign(campaignId, creatives)
}

async function hasLiveCampaign(
  { creation }: SocialConnector,
  campaignIds: readonly string[],
): Promise<boolean> {
  const trees = await Promise.all(campaignIds.map((id) => creation.readBack(id)))
  return trees.some(({ status }) => status !== 'DELETED')
}

function requireCreation(doneSteps: readonly DoneStep[]): CreationRecord {
  const [outcome] = createStep.collectOutcomes(doneSteps)
  if (!outcome) throw new Error('A campaign was to be looked at before it was made.')
  return parseCreation(outcome)
}

function addUploadedImages(blueprint: SocialBlueprint, doneSteps: readonly DoneStep[]): SocialBlueprint {
  const hashByDigest = new Map(
    uploadStep.collectOutcomes(doneSteps).map((outcome) => parseUploadHash(outcome)),
  )
  const ads = blueprint.ads.map((ad) =>
    ad.sha256 === '' ? ad : withSocialImage(ad, hashByDigest.get(ad.sha256) ?? ''),
  )
  return { ...blueprint, ads }
}

const uploadOutcome = z.object({ sha256: z.string(), hash: z.string() })

function parseUploadHash({ data }: StepOutcome): readonly [string, string] {
  const { sha256, hash } = uploadOutcome.parse(data)
  return [sha256, hash]
}

async function fetchImageBase64(
  { imageFetcher }: SocialConnector,
  { from, url, sha256 }: z.infer<typeof uploadData>,
): Promise<string> {
  try {
    return (await imageFetcher.getBytes(url, sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', {
      field: from,
      values: socialImageErrorValues,
      cause: error,
    })
  }
}

function toMicroBudget({ field, amount }: SocialBudget) {
  // No currency has more decimals than micros.
  const micros = toSmallestUnits(amount, 6) ?? 0n
  return field === 'dailyBudget' ? { daily: micros, lifetime: 0n } : { daily: 0n, lifetime: micros }
}

function formatBudget(
  { field, amount, currencyCode }: SocialBudget,
  { endDate = '' }: Body<'social/create_campaign'>,
) {
  return field === 'dailyBudget'
    ? formatDailyBudget(amount, currencyCode)
    : `${formatMoney(amount, currencyCode)} ${currencyCode} in all until ${endDate}`
}

/** https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets */
function describeOverspend({ field, amount, currencyCode }: SocialBudget): string {
  if (field === 'lifetimeBudget') return 'No more than that is spent.'
  const maxDayText = formatMoney(percentOf(amount, 175n), currencyCode)
  const maxWeekText = formatMoney(percentOf(amount, 700n), currencyCode)
  return `On one day the platform may spend up to 175 % of the daily budget (${maxDayText} ${currencyCode}), in a week up to 700 % (${maxWeekText} ${currencyCode}).`
}
