// Verifies before activation that a new campaign is complete and contains nothing else.

import { z } from 'zod'
import type { ReconcileResult } from '../../../journal/plan.ts'
import {
  campaignPartVisibilityMs,
  checkVisibilityDelay,
  defineStep,
  type StepContext,
} from '../../../journal/step.ts'
import { computeDigest } from '../../../journal/undoPlans.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { isNotFound } from '../../../platforms/pro/errors.ts'
import type { CreativeRow, ProCampaignRow } from '../../../platforms/pro/rows.ts'
import { isDeletedStatus } from '../../../platforms/pro/status.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { formatMarkedName } from './names.ts'
import { collectProRemarks } from './remarks.ts'
import { createAdStep, requireAdGroupId, requireGroupId } from './steps.ts'

export const checkStep = defineStep('pro', 'check', {
  dataSchema: z.object({
    name: z.string(),
    /** Plans of an earlier release have no status. They also leave the group paused until this step. */
    status: z.enum(['ACTIVE', 'PAUSED']).default('PAUSED'),
  }),
  async send({ name, status: requestedStatus }, context) {
    const { structure } = context.connector
    const [tree, duplicates, groupStatus] = await Promise.all([
      readTree(context),
      findDuplicateGroups(name, context),
      readPausedGroupStatus(requestedStatus, context),
    ])
    // A request with an unknown outcome may have arrived late and created duplicates. None of them has ever
    // run.
    for (const { id, status } of duplicates) await structure.removeOrArchive('adCampaignGroups', id, status)
    for (const { id, status } of tree.otherAdGroups)
      await structure.removeOrArchive('adCampaigns', id, status)
    for (const { id, intendedStatus } of tree.otherAds)
      await structure.removeOrArchive('creatives', id, intendedStatus)
    const finding = assessTree(tree, groupStatus, context)
    if (finding.state === 'done') return finding.outcome
    if (finding.state === 'conflict') throw new ServiceError('CONCURRENT_CHANGE')
    throw new Error('Some created parts are not visible yet.')
  },
  async reconcile({ name, status: requestedStatus }, context) {
    const [tree, duplicates, groupStatus] = await Promise.all([
      readTree(context),
      findDuplicateGroups(name, context),
      readPausedGroupStatus(requestedStatus, context),
    ])
    // Sending the step removes the duplicates.
    if (duplicates.length + tree.otherAdGroups.length + tree.otherAds.length > 0) return { state: 'not_done' }
    return assessTree(tree, groupStatus, context)
  },
})

/**
 * Reads the group's status only if the request wants the group paused. Returns empty text while LinkedIn does
 * not find the group.
 */
async function readPausedGroupStatus(
  requestedStatus: 'ACTIVE' | 'PAUSED',
  { connector: { structure }, doneSteps }: StepContext<ProConnector>,
): Promise<string> {
  if (requestedStatus === 'ACTIVE') return 'PAUSED'
  return (await ignoreNotFound(structure.group(requireGroupId(doneSteps))))?.status ?? ''
}

/** Finds groups that an attempt with an unknown outcome created in addition to the recorded group. */
async function findDuplicateGroups(
  name: string,
  { connector, marker, doneSteps }: StepContext<ProConnector>,
) {
  const groups = await connector.structure.listGroupsByName(formatMarkedName(name, marker))
  // Duplicates are archived if the account does not allow deletion.
  const isRemoved = (status: string) => isDeletedStatus(status) || status === 'ARCHIVED'
  return groups.filter(({ id, status }) => id !== requireGroupId(doneSteps) && !isRemoved(status))
}

interface Tree {
  readonly adGroup: ProCampaignRow | undefined
  readonly ads: readonly CreativeRow[]
  readonly otherAdGroups: readonly ProCampaignRow[]
  readonly otherAds: readonly CreativeRow[]
}

export async function readTree({
  connector: { structure },
  doneSteps,
}: Pick<StepContext<ProConnector>, 'connector' | 'doneSteps'>): Promise<Tree> {
  const id = requireAdGroupId(doneSteps)
  const createdAdIds = createAdStep.collectOutcomes(doneSteps).map(({ upstreamId }) => upstreamId)
  const [adGroups, listedAds] = await Promise.all([
    structure.listGroupCampaigns(requireGroupId(doneSteps)),
    structure.listCampaignCreatives(id),
  ])
  const listedAdGroup = adGroups.find((adGroup) => adGroup.id === id)
  // Lists may lag behind recent changes, so objects that are missing from a list are read by id.
  const [adGroup, ...ads] = await Promise.all([
    listedAdGroup?.status === 'ACTIVE' ? listedAdGroup : ignoreNotFound(structure.campaign(id)),
    ...createdAdIds.map(
      (adId) => listedAds.find((ad) => ad.id === adId) ?? ignoreNotFound(structure.creative(adId)),
    ),
  ])
  return {
    adGroup,
    ads: ads
      .filter((ad) => ad !== undefined)
      .filter(({ intendedStatus }) => !isDeletedStatus(intendedStatus)),
    otherAdGroups: adGroups.filter((other) => other.id !== id),
    otherAds: listedAds.filter((ad) => !createdAdIds.includes(ad.id)),
  }
}

async function ignoreNotFound<Row>(read: Promise<Row>): Promise<Row | undefined> {
  try {
    return await read
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/**
 * Digests of the ad group's properties that another person may change besides its name, status and budget.
 */
export function computeDigests({ targetingCriteria, runSchedule, unitCost }: ProCampaignRow) {
  return {
    targeting: computeDigest(targetingCriteria ?? {}),
    schedule: computeDigest(runSchedule ?? {}),
    bid: computeDigest(unitCost ?? {}),
  }
}

/** A missing object is not a conflict while LinkedIn may still make the object visible. */
function assessTree(
  { adGroup, ads }: Tree,
  groupStatus: string,
  context: StepContext<ProConnector>,
): ReconcileResult {
  const { doneSteps } = context
  // The ad group is active, so a group in another status would spend.
  if (!['PAUSED', ''].includes(groupStatus)) return { state: 'conflict' }
  const isComplete =
    groupStatus === 'PAUSED' &&
    adGroup?.status === 'ACTIVE' &&
    ads.length === createAdStep.collectOutcomes(doneSteps).length
  if (isComplete)
    return {
      state: 'done',
      outcome: {
        upstreamId: requireGroupId(doneSteps),
        data: { remarks: collectProRemarks(adGroup, ads), digests: computeDigests(adGroup) },
      },
    }
  // The ad group was created paused.
  const mayStillAppear = adGroup === undefined || ['ACTIVE', 'PAUSED'].includes(adGroup.status)
  return (
    (mayStillAppear ? checkVisibilityDelay(campaignPartVisibilityMs, context) : undefined) ?? {
      state: 'conflict',
    }
  )
}
