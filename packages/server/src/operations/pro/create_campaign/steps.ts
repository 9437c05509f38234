// The steps of a campaign creation at LinkedIn. LinkedIn has no idempotency keys, so `find` identifies the
// group by its marked name and all other objects within this group.

import { z } from 'zod'
import type { Runtime } from '../../../base/runtime.ts'
import { type DoneStep, type Finding, foundBy, type StepOutcome } from '../../../journal/plan.ts'
import { foundLater, quietMsOfCampaigns, type Stepping, step, unclearFor } from '../../../journal/write.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { isAboutStatus, isMissing } from '../../../platforms/pro/errors.ts'
import { isDeleted } from '../../../platforms/pro/groupStatus.ts'
import { adData, campaignData, groupData, type Schedule } from './blueprint.ts'
import { markedName } from './names.ts'
import { withUpload } from './upload.ts'

export const makeGroup = step('pro', 'create', {
  data: groupData,
  creates: true,
  async send({ name, members, schedule, names }, { connector, marker, runtime }) {
    const finalName = markedName(name, marker)
    const entity = { ...members, name: finalName, runSchedule: runOf(schedule, runtime) }
    return await createGroup(connector, entity, names)
  },
  /** The group's name contains the marker, which no other group has. */
  async find({ name }, given) {
    const finalName = markedName(name, given.marker)
    const found = await given.connector.structure.groupsNamed(finalName)
    const ours = found.filter(({ status }) => !isDeleted(status))
    if (ours.length === 0 && found.length > 0) return { state: 'conflict' }
    return foundGroup(eldest(ours, given), ours)
  },
  async takeBack(_data, { connector }, { upstreamId }) {
    await remove(connector, 'adCampaignGroups', upstreamId)
  },
  /** The step creates an empty group, so an ad group in a duplicate comes from someone else. */
  async leftovers({ name }, { connector: { structure }, marker }, { upstreamId }) {
    const found = await structure.groupsNamed(markedName(name, marker))
    const extra = found.filter(
      ({ id, status }) => id !== upstreamId && !isDeleted(status) && status !== 'ARCHIVED',
    )
    return await Promise.all(
      extra.map(async ({ id, status }) => ({
        kind: 'campaign' as const,
        outcome: { upstreamId: id },
        mayBeRemoved: status === 'PAUSED' && (await structure.campaignsOf(id)).length === 0,
      })),
    )
  },
})

/**
 * Some accounts accept only ACTIVE for a new group. Nothing is created in the group before LinkedIn shows the
 * group as paused, because an ACTIVE group would spend as soon as its ad group is active.
 */
export const pauseGroup = step('pro', 'pause_group', {
  data: z.object({}),
  readsBack: true,
  async send(_data, given) {
    const id = groupIn(given.done)
    if (!wasCreatedPaused(given.done)) await pause(id, given)
    return { upstreamId: id }
  },
  /** A group that was created PAUSED needs no request here because `check` reads its status. */
  async find(_data, given) {
    const upstreamId = groupIn(given.done)
    if (wasCreatedPaused(given.done)) return { state: 'done', outcome: { upstreamId } }
    return await findSwitched('adCampaignGroups', upstreamId, { from: 'ACTIVE', to: 'PAUSED' }, given)
  },
})

export const makeAdGroup = step('pro', 'create_ad_group', {
  data: campaignData,
  creates: true,
  async send({ members, schedule, names }, given) {
    const { connector, done, runtime } = given
    const campaignGroup = `urn:li:sponsoredCampaignGroup:${groupIn(done)}`
    const entity = { ...members, campaignGroup, runSchedule: runOf(schedule, runtime) }
    const create = () => connector.structure.create('adCampaigns', entity, names)
    return { upstreamId: await onceFound(create, given) }
  },
  /** Only this write creates ad groups in the new group. */
  async find(_data, given) {
    return eldest(await given.connector.structure.campaignsOf(groupIn(given.done)), given)
  },
  async takeBack(_data, { connector }, { upstreamId }) {
    await remove(connector, 'adCampaigns', upstreamId)
  },
  /** Ad groups have no marker, and your user may have added an ad group with the same name. */
  async leftovers({ members }, { connector, done }, { upstreamId }) {
    const found = await connector.structure.campaignsOf(groupIn(done))
    return found
      .filter(({ id, name }) => id !== upstreamId && name === members['name'])
      .map(({ id }) => ({ kind: 'ad group', outcome: { upstreamId: id }, mayBeRemoved: false }))
  },
})

export const makeAd = step('pro', 'create_ad', {
  data: adData,
  creates: true,
  async send(planned, given) {
    const { connector, done } = given
    const ad = withUpload(planned, done)
    const creative = { ...ad.members, campaign: `urn:li:sponsoredCampaign:${adGroupIn(done)}` }
    const { structure } = connector
    const create = () =>
      ad.post === undefined
        ? structure.create('creatives', creative, ad.names)
        : structure.createInline({ ...creative, inlineContent: { post: ad.post } }, ad.names)
    return { upstreamId: await onceFound(create, given) }
  },
  /** The ad's name is unique within the ad group. */
  async find({ name }, given) {
    const ads = await given.connector.structure.creativesOf(adGroupIn(given.done))
    return eldest(
      ads.filter((ad) => ad.name === name),
      given,
    )
  },
  async takeBack(_data, { connector: { structure }, done }, { upstreamId }) {
    const ads = await structure.creativesOf(adGroupIn(done))
    const ours = ads.find(({ id }) => id === upstreamId)
    if (ours) await structure.takeBack('creatives', ours.id, ours.intendedStatus)
  },
  /** Ads have no marker and are active, so they are never removed automatically. */
  async leftovers({ name }, { connector, done }, { upstreamId }) {
    const found = await connector.structure.creativesOf(adGroupIn(done))
    return found
      .filter((ad) => ad.id !== upstreamId && ad.name === name)
      .map(({ id }) => ({ kind: 'ad', outcome: { upstreamId: id }, mayBeRemoved: false }))
  },
})

export const count = step('pro', 'count', {
  data: z.object({ conversionId: z.string(), from: z.string() }),
  async send({ conversionId, from }, given) {
    const { connector, done } = given
    await onceFound(() => connector.structure.count(adGroupIn(done), conversionId, { '/': from }), given)
    return { upstreamId: conversionId }
  },
  /** Resending it changes nothing. */
  async find({ conversionId }, { connector, done }) {
    const isCounted = await connector.structure.counts(adGroupIn(done), conversionId)
    return isCounted ? { state: 'done', outcome: { upstreamId: conversionId } } : { state: 'not_done' }
  },
})

const adGroupSwitch = switchingOn('adCampaigns', { '/': 'ads' })

/** An active ad group does not serve while its campaign is paused. */
export const startAdGroup = step('pro', 'start_ad_group', {
  ...adGroupSwitch,
  async send(data, given) {
    await requirePausedGroup(given)
    return await adGroupSwitch.send(data, given)
  },
})

export const enable = step('pro', 'enable', {
  ...switchingOn('adCampaignGroups', { '/status': 'status' }),
  readsBack: true,
  raisesSpend: () => true,
})

/** Earlier steps leave objects of these kinds paused. */
type Switched = 'adCampaignGroups' | 'adCampaigns'

function switchingOn(kind: Switched, names: Readonly<Record<string, string>>) {
  const madeIn = (done: readonly DoneStep[]) => (kind === 'adCampaigns' ? adGroupIn(done) : groupIn(done))
  return {
    data: z.object({}),
    async send(_data: object, given: Stepping<ProConnector>): Promise<StepOutcome> {
      const id = madeIn(given.done)
      await onceFound(() => given.connector.structure.change(kind, id, { status: 'ACTIVE' }, names), given)
      return { upstreamId: id }
    },
    async find(_data: object, given: Stepping<ProConnector>): Promise<Finding> {
      return await findSwitched(kind, madeIn(given.done), { from: 'PAUSED', to: 'ACTIVE' }, given)
    },
  }
}

async function findSwitched(
  kind: Switched,
  id: string,
  change: { readonly from: string; readonly to: string },
  given: Stepping<ProConnector>,
): Promise<Finding> {
  try {
    return foundBy(await statusOf(given.connector, kind, id), change, id)
  } catch (error) {
    if (!isMissing(error)) throw error
    return unclearFor(quietMsOfCampaigns, given) ?? { state: 'conflict' }
  }
}

async function pause(id: string, given: Stepping<ProConnector>): Promise<void> {
  const { structure } = given.connector
  await onceFound(() => structure.change('adCampaignGroups', id, { status: 'PAUSED' }), given)
}

/** A plan of an earlier release has no `pause_group` step, so the group may still be active. */
async function requirePausedGroup(given: Stepping<ProConnector>): Promise<void> {
  const { connector, done } = given
  if (pauseGroup.outcomesIn(done).length > 0) return
  const id = groupIn(done)
  const isActive = async () => (await statusOf(connector, 'adCampaignGroups', id)) === 'ACTIVE'
  if (!(await isActive())) return
  await pause(id, given)
  if (await isActive()) throw new Error('The campaign group does not show that it is paused.')
}

/** Two attempts with this delay fit into the time limit of a step. */
const newMs = 3000

/**
 * LinkedIn is eventually consistent: a request that refers to a new object may fail with 404, as
 * stan-rym/liam-linkedin-ads-MCP (pull request 14) observed live. The request is retried after a short delay,
 * and once more after the step was reconciled. Only then the 404 counts as a refusal.
 */
async function onceFound<Result>(
  send: () => Promise<Result>,
  { isRepeated, runtime }: Stepping<ProConnector>,
): Promise<Result> {
  if (isRepeated) return await send()
  try {
    return await send()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await runtime.pause(newMs)
  try {
    return await send()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new Error('The platform does not find yet what was made a moment ago.', { cause: error })
  }
}

/** The oldest object wins. The `check` step removes duplicates that late requests created. */
function eldest(found: readonly { readonly id: string }[], given: Stepping<ProConnector>): Finding {
  const [first] = found.toSorted((a, b) => Number(a.id) - Number(b.id))
  return foundLater(first?.id, given, quietMsOfCampaigns)
}

const soonMs = 60_000

/** A start that has passed at the time of sending is replaced by the next minute. */
function runOf({ start, end }: Schedule, runtime: Runtime) {
  return { start: Math.max(start, runtime.now() + soonMs), ...(end === 0 ? {} : { end }) }
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
    if (!isAboutStatus(error)) throw error
  }
  return await create('ACTIVE')
}

/** The name and status of the group at LinkedIn. Records of earlier releases do not contain them. */
const groupOutcome = z.object({ name: z.string(), status: z.string() })

function createdGroup(done: readonly DoneStep[]): z.infer<typeof groupOutcome> | undefined {
  const [created] = makeGroup.outcomesIn(done)
  return groupOutcome.safeParse(created?.data).data
}

function wasCreatedPaused(done: readonly DoneStep[]): boolean {
  return createdGroup(done)?.status === 'PAUSED'
}

function foundGroup(
  found: Finding,
  groups: readonly { readonly id: string; readonly name: string; readonly status: string }[],
): Finding {
  if (found.state !== 'done') return found
  const { upstreamId } = found.outcome
  const group = groups.find(({ id }) => id === upstreamId)
  if (group === undefined) return found
  return { state: 'done', outcome: { upstreamId, data: { name: group.name, status: group.status } } }
}

/** Every plan contains exactly one such step. */
interface Made {
  outcomesIn(done: readonly DoneStep[]): readonly StepOutcome[]
}

function idIn(of: Made, done: readonly DoneStep[]): string {
  const [made] = of.outcomesIn(done)
  if (!made) throw new Error('A part of a campaign was to be used before it was made.')
  return made.upstreamId
}
/** Returns the group's name at LinkedIn, or undefined if an earlier release created the group. */
export function groupNameIn(done: readonly DoneStep[]): string | undefined {
  return createdGroup(done)?.name
}

export const groupIn = (done: readonly DoneStep[]): string => idIn(makeGroup, done)
export const adGroupIn = (done: readonly DoneStep[]): string => idIn(makeAdGroup, done)

async function statusOf({ structure }: ProConnector, kind: Switched, id: string): Promise<string> {
  return (kind === 'adCampaigns' ? await structure.campaign(id) : await structure.group(id)).status
}

async function remove(connector: ProConnector, kind: Switched, id: string): Promise<void> {
  try {
    const status = await statusOf(connector, kind, id)
    if (!isDeleted(status)) await connector.structure.takeBack(kind, id, status)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
