// The steps of a campaign creation at LinkedIn. LinkedIn has no idempotency keys, so `reconcile` identifies the
// group by its marked name and all other objects within this group.

import { z } from 'zod'
import {
  type DoneStep,
  type ReconcileResult,
  reconcileValue,
  type StepOutcome,
} from '../../../journal/plan.ts'
import {
  campaignPartVisibilityMs,
  checkVisibilityDelay,
  defineStep,
  reconcileCreation,
  type StepContext,
} from '../../../journal/step.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { isNotFound, isStatusRuleError } from '../../../platforms/pro/errors.ts'
import { isDeletedStatus } from '../../../platforms/pro/status.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { adData, campaignData, groupData, type ProSchedule } from './blueprint.ts'
import { addUploadedImage } from './images.ts'
import { formatMarkedName } from './names.ts'

export const createGroupStep = defineStep('pro', 'create', {
  dataSchema: groupData,
  createsMarkedObject: true,
  async send({ name, members, schedule, names }, { connector, marker, runtime }) {
    const finalName = formatMarkedName(name, marker)
    const entity = { ...members, name: finalName, runSchedule: toRunSchedule(schedule, runtime) }
    return await createGroup(connector, entity, names)
  },
  /** The group's name contains the marker, which no other group has. */
  async reconcile({ name }, context) {
    const finalName = formatMarkedName(name, context.marker)
    const groups = await context.connector.structure.listGroupsByName(finalName)
    const liveGroups = groups.filter(({ status }) => !isDeletedStatus(status))
    if (liveGroups.length === 0 && groups.length > 0) return { state: 'conflict' }
    return withGroupData(reconcileOldest(liveGroups, context), liveGroups)
  },
  async compensate(_data, { connector }, { upstreamId }) {
    await removeCreated(connector, 'adCampaignGroups', upstreamId)
  },
  /** The step creates an empty group, so an ad group in a duplicate comes from someone else. */
  async findDuplicates({ name }, { connector: { structure }, marker }, { upstreamId }) {
    const groups = await structure.listGroupsByName(formatMarkedName(name, marker))
    const extraGroups = groups.filter(
      ({ id, status }) => id !== upstreamId && !isDeletedStatus(status) && status !== 'ARCHIVED',
    )
    return await Promise.all(
      extraGroups.map(async ({ id, status }) => ({
        kind: 'campaign' as const,
        outcome: { upstreamId: id },
        mayBeRemoved: status === 'PAUSED' && (await structure.listGroupCampaigns(id)).length === 0,
      })),
    )
  },
})

/**
 * Some accounts accept only ACTIVE for a new group. Nothing is created in the group before LinkedIn shows the
 * group as paused, because an ACTIVE group would spend as soon as its ad group is active.
 */
export const pauseGroupStep = defineStep('pro', 'pause_group', {
  dataSchema: z.object({}),
  needsVerification: true,
  async send(_data, context) {
    const id = requireGroupId(context.doneSteps)
    if (!wasCreatedPaused(context.doneSteps)) await pause(id, context)
    return { upstreamId: id }
  },
  /** A group that was created PAUSED needs no request here because `check` reads its status. */
  async reconcile(_data, context) {
    const upstreamId = requireGroupId(context.doneSteps)
    if (wasCreatedPaused(context.doneSteps)) return { state: 'done', outcome: { upstreamId } }
    return await reconcileStatus('adCampaignGroups', upstreamId, { from: 'ACTIVE', to: 'PAUSED' }, context)
  },
})

export const createAdGroupStep = defineStep('pro', 'create_ad_group', {
  dataSchema: campaignData,
  createsMarkedObject: true,
  async send({ members, schedule, names }, context) {
    const { connector, doneSteps, runtime } = context
    const campaignGroup = `urn:li:sponsoredCampaignGroup:${requireGroupId(doneSteps)}`
    const entity = { ...members, campaignGroup, runSchedule: toRunSchedule(schedule, runtime) }
    const create = () => connector.structure.create('adCampaigns', entity, names)
    return { upstreamId: await retryIfNotFound(create, context) }
  },
  /** Only this write creates ad groups in the new group. */
  async reconcile(_data, context) {
    return reconcileOldest(
      await context.connector.structure.listGroupCampaigns(requireGroupId(context.doneSteps)),
      context,
    )
  },
  async compensate(_data, { connector }, { upstreamId }) {
    await removeCreated(connector, 'adCampaigns', upstreamId)
  },
  /** Ad groups have no marker, and your user may have added an ad group with the same name. */
  async findDuplicates({ members }, { connector, doneSteps }, { upstreamId }) {
    const adGroups = await connector.structure.listGroupCampaigns(requireGroupId(doneSteps))
    return adGroups
      .filter(({ id, name }) => id !== upstreamId && name === members['name'])
      .map(({ id }) => ({ kind: 'ad group', outcome: { upstreamId: id }, mayBeRemoved: false }))
  },
})

export const createAdStep = defineStep('pro', 'create_ad', {
  dataSchema: adData,
  createsMarkedObject: true,
  async send(draft, context) {
    const { connector, doneSteps } = context
    const ad = addUploadedImage(draft, doneSteps)
    const creative = { ...ad.members, campaign: `urn:li:sponsoredCampaign:${requireAdGroupId(doneSteps)}` }
    const { structure } = connector
    const create = () =>
      ad.post === undefined
        ? structure.create('creatives', creative, ad.names)
        : structure.createInline({ ...creative, inlineContent: { post: ad.post } }, ad.names)
    return { upstreamId: await retryIfNotFound(create, context) }
  },
  /** The ad's name is unique within the ad group. */
  async reconcile({ name }, context) {
    const ads = await context.connector.structure.listCampaignCreatives(requireAdGroupId(context.doneSteps))
    return reconcileOldest(
      ads.filter((ad) => ad.name === name),
      context,
    )
  },
  async compensate(_data, { connector: { structure }, doneSteps }, { upstreamId }) {
    const ads = await structure.listCampaignCreatives(requireAdGroupId(doneSteps))
    const ad = ads.find(({ id }) => id === upstreamId)
    if (ad) await structure.removeOrArchive('creatives', ad.id, ad.intendedStatus)
  },
  /** Ads have no marker and are active, so they are never removed automatically. */
  async findDuplicates({ name }, { connector, doneSteps }, { upstreamId }) {
    const ads = await connector.structure.listCampaignCreatives(requireAdGroupId(doneSteps))
    return ads
      .filter((ad) => ad.id !== upstreamId && ad.name === name)
      .map(({ id }) => ({ kind: 'ad', outcome: { upstreamId: id }, mayBeRemoved: false }))
  },
})

export const countConversionStep = defineStep('pro', 'count', {
  dataSchema: z.object({ conversionId: z.string(), from: z.string() }),
  async send({ conversionId, from }, context) {
    const { connector, doneSteps } = context
    await retryIfNotFound(
      () => connector.structure.associateConversion(requireAdGroupId(doneSteps), conversionId, { '/': from }),
      context,
    )
    return { upstreamId: conversionId }
  },
  /** Resending it changes nothing. */
  async reconcile({ conversionId }, { connector, doneSteps }) {
    const isAssociated = await connector.structure.isConversionAssociated(
      requireAdGroupId(doneSteps),
      conversionId,
    )
    return isAssociated ? { state: 'done', outcome: { upstreamId: conversionId } } : { state: 'not_done' }
  },
})

const adGroupSwitch = createActivation('adCampaigns', { '/': 'ads' })

/** An active ad group does not serve while its campaign is paused. */
export const startAdGroupStep = defineStep('pro', 'start_ad_group', {
  ...adGroupSwitch,
  async send(data, context) {
    await ensureGroupPaused(context)
    return await adGroupSwitch.send(data, context)
  },
})

export const enableGroupStep = defineStep('pro', 'enable', {
  ...createActivation('adCampaignGroups', { '/status': 'status' }),
  needsVerification: true,
  raisesSpend: () => true,
})

/** Earlier steps leave objects of these kinds paused. */
type ActivatedKind = 'adCampaignGroups' | 'adCampaigns'

function createActivation(kind: ActivatedKind, names: Readonly<Record<string, string>>) {
  const findCreatedId = (doneSteps: readonly DoneStep[]) =>
    kind === 'adCampaigns' ? requireAdGroupId(doneSteps) : requireGroupId(doneSteps)
  return {
    dataSchema: z.object({}),
    async send(_data: object, context: StepContext<ProConnector>): Promise<StepOutcome> {
      const id = findCreatedId(context.doneSteps)
      await retryIfNotFound(
        () => context.connector.structure.update(kind, id, { status: 'ACTIVE' }, names),
        context,
      )
      return { upstreamId: id }
    },
    async reconcile(_data: object, context: StepContext<ProConnector>): Promise<ReconcileResult> {
      return await reconcileStatus(
        kind,
        findCreatedId(context.doneSteps),
        { from: 'PAUSED', to: 'ACTIVE' },
        context,
      )
    },
  }
}

async function reconcileStatus(
  kind: ActivatedKind,
  id: string,
  change: { readonly from: string; readonly to: string },
  context: StepContext<ProConnector>,
): Promise<ReconcileResult> {
  try {
    return reconcileValue(await readStatus(context.connector, kind, id), change, id)
  } catch (error) {
    if (!isNotFound(error)) throw error
    return checkVisibilityDelay(campaignPartVisibilityMs, context) ?? { state: 'conflict' }
  }
}

async function pause(id: string, context: StepContext<ProConnector>): Promise<void> {
  const { structure } = context.connector
  await retryIfNotFound(() => structure.update('adCampaignGroups', id, { status: 'PAUSED' }), context)
}

/** A plan of an earlier release has no `pause_group` step, so the group may still be active. */
async function ensureGroupPaused(context: StepContext<ProConnector>): Promise<void> {
  const { connector, doneSteps } = context
  if (pauseGroupStep.collectOutcomes(doneSteps).length > 0) return
  const id = requireGroupId(doneSteps)
  const isActive = async () => (await readStatus(connector, 'adCampaignGroups', id)) === 'ACTIVE'
  if (!(await isActive())) return
  await pause(id, context)
  if (await isActive()) throw new Error('The campaign group is not visible as paused yet.')
}

/** Two attempts with this delay fit into the time limit of a step. */
const visibilityDelayMs = 3000

/**
 * LinkedIn is eventually consistent: a request that refers to a new object may fail with 404, as
 * stan-rym/liam-linkedin-ads-MCP (pull request 14) observed live. The request is retried after a short delay,
 * and once more after the step was reconciled. Only then the 404 counts as a refusal.
 */
async function retryIfNotFound<Result>(
  send: () => Promise<Result>,
  { isResend, runtime }: StepContext<ProConnector>,
): Promise<Result> {
  if (isResend) return await send()
  try {
    return await send()
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  await runtime.pause(visibilityDelayMs)
  try {
    return await send()
  } catch (error) {
    if (!isNotFound(error)) throw error
    throw new Error('The platform does not find a just created object yet.', { cause: error })
  }
}

/** The oldest object wins. The `check` step removes duplicates that late requests created. */
function reconcileOldest(
  objects: readonly { readonly id: string }[],
  context: StepContext<ProConnector>,
): ReconcileResult {
  const [first] = objects.toSorted((a, b) => Number(a.id) - Number(b.id))
  return reconcileCreation(first?.id, context, campaignPartVisibilityMs)
}

const minStartDelayMs = 60_000

/** A start that has passed at the time of sending is replaced by the next minute. */
function toRunSchedule({ start, end }: ProSchedule, runtime: Runtime) {
  return { start: Math.max(start, runtime.now() + minStartDelayMs), ...(end === 0 ? {} : { end }) }
}

/**
 * LinkedIn's page lists PAUSED as a status of groups, but its example creates an ACTIVE group. If the account
 * refuses PAUSED, the group is created ACTIVE and `pause_group` pauses the group.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups
 */
async function createGroup(
  { structure }: ProConnector,
  entity: { readonly name: string },
  names: Readonly<Record<string, string>>,
): Promise<StepOutcome> {
  const create = async (status: string): Promise<StepOutcome> => ({
    upstreamId: await structure.create('adCampaignGroups', { ...entity, status }, names),
    data: { name: entity.name, status },
  })
  try {
    return await create('PAUSED')
  } catch (error) {
    if (!isStatusRuleError(error)) throw error
  }
  return await create('ACTIVE')
}

/** The name and status of the group at LinkedIn. Records of earlier releases do not contain them. */
const groupOutcome = z.object({ name: z.string(), status: z.string() })

function findGroupOutcome(doneSteps: readonly DoneStep[]): z.infer<typeof groupOutcome> | undefined {
  const [created] = createGroupStep.collectOutcomes(doneSteps)
  return groupOutcome.safeParse(created?.data).data
}

function wasCreatedPaused(doneSteps: readonly DoneStep[]): boolean {
  return findGroupOutcome(doneSteps)?.status === 'PAUSED'
}

function withGroupData(
  finding: ReconcileResult,
  groups: readonly { readonly id: string; readonly name: string; readonly status: string }[],
): ReconcileResult {
  if (finding.state !== 'done') return finding
  const { upstreamId } = finding.outcome
  const group = groups.find(({ id }) => id === upstreamId)
  if (group === undefined) return finding
  return { state: 'done', outcome: { upstreamId, data: { name: group.name, status: group.status } } }
}

/** Every plan contains exactly one such step. */
interface CreationStep {
  collectOutcomes(doneSteps: readonly DoneStep[]): readonly StepOutcome[]
}

function requireCreatedId(creationStep: CreationStep, doneSteps: readonly DoneStep[]): string {
  const [outcome] = creationStep.collectOutcomes(doneSteps)
  if (!outcome) throw new Error('A step needs a part of the campaign that was not created.')
  return outcome.upstreamId
}
/** Returns the group's name at LinkedIn, or undefined if an earlier release created the group. */
export function findGroupName(doneSteps: readonly DoneStep[]): string | undefined {
  return findGroupOutcome(doneSteps)?.name
}

export const requireGroupId = (doneSteps: readonly DoneStep[]): string =>
  requireCreatedId(createGroupStep, doneSteps)
export const requireAdGroupId = (doneSteps: readonly DoneStep[]): string =>
  requireCreatedId(createAdGroupStep, doneSteps)

async function readStatus({ structure }: ProConnector, kind: ActivatedKind, id: string): Promise<string> {
  return (kind === 'adCampaigns' ? await structure.campaign(id) : await structure.group(id)).status
}

async function removeCreated(connector: ProConnector, kind: ActivatedKind, id: string): Promise<void> {
  try {
    const status = await readStatus(connector, kind, id)
    if (!isDeletedStatus(status)) await connector.structure.removeOrArchive(kind, id, status)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}
