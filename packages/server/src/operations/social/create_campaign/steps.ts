// The steps of a campaign creation. One request creates the whole campaign, and `reconcile` finds it by its label.

import { z } from 'zod'
import { type DoneStep, reconcileValue, type StepOutcome } from '../../../journal/plan.ts'
import {
  campaignPartVisibilityMs,
  checkVisibilityDelay,
  defineStep,
  type StepContext,
} from '../../../journal/step.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { withSocialImage } from './adParts.ts'
import { type SocialBlueprint, socialBlueprint, uploadData } from './blueprint.ts'
import {
  type CreationRecord,
  createTree,
  parseCreation,
  toCreationOutcome,
  toRefusalError,
} from './creationRecord.ts'
import { fetchSocialImageBase64 } from './images.ts'
import { assessTree, findMissingParts, isUntouched } from './readBack.ts'

/** A campaign whose creation got no response may become visible until this time has passed. */
const unclearUntilCampaignVisible = (context: StepContext<SocialConnector>) =>
  checkVisibilityDelay(campaignPartVisibilityMs, context)

export const uploadSocialImageStep = defineStep('social', 'upload', {
  dataSchema: uploadData,
  async send({ from, url, sha256 }, { connector }) {
    const hash = await connector.creation.uploadImage(
      await fetchSocialImageBase64(connector, { from, url, sha256 }),
      from,
    )
    return { upstreamId: hash, data: { sha256, hash } }
  },
  /** A resend is harmless, because the platform stores equal images only once. */
  async reconcile() {
    return { state: 'not_done' }
  },
})

export const createSocialCampaignStep = defineStep('social', 'create', {
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

export const checkSocialCampaignStep = defineStep('social', 'check', {
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

export const enableSocialCampaignStep = defineStep('social', 'enable', {
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

export function requireCreation(doneSteps: readonly DoneStep[]): CreationRecord {
  const [outcome] = createSocialCampaignStep.collectOutcomes(doneSteps)
  if (!outcome) throw new Error('A step needs a campaign that was not created.')
  return parseCreation(outcome)
}

function addUploadedImages(blueprint: SocialBlueprint, doneSteps: readonly DoneStep[]): SocialBlueprint {
  const hashByDigest = new Map(
    uploadSocialImageStep.collectOutcomes(doneSteps).map((outcome) => parseUploadHash(outcome)),
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
