// Verifies before activation that a new campaign is complete and contains nothing else.

import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { Finding } from '../../../journal/plan.ts'
import { digestOf } from '../../../journal/undoPlans.ts'
import { quietMsOfCampaigns, type Stepping, step, unclearFor } from '../../../journal/write.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { isMissing } from '../../../platforms/pro/errors.ts'
import { isDeleted } from '../../../platforms/pro/groupStatus.ts'
import type { CampaignRow, CreativeRow } from '../../../platforms/pro/rows.ts'
import { markedName } from './names.ts'
import { remarksOn } from './remarks.ts'
import { adGroupIn, groupIn, makeAd } from './steps.ts'

export const check = step('pro', 'check', {
  data: z.object({
    name: z.string(),
    /** Plans of an earlier release have no status. They also leave the group paused until this step. */
    status: z.enum(['ACTIVE', 'PAUSED']).default('PAUSED'),
  }),
  async send({ name, status: wanted }, given) {
    const { structure } = given.connector
    const [tree, twins, group] = await Promise.all([
      readTree(given),
      twinsOf(name, given),
      groupToStayPaused(wanted, given),
    ])
    // A request with an unknown outcome may have arrived late and created duplicates. None of them has ever
    // run.
    for (const { id, status } of twins) await structure.takeBack('adCampaignGroups', id, status)
    for (const { id, status } of tree.otherAdGroups) await structure.takeBack('adCampaigns', id, status)
    for (const { id, intendedStatus } of tree.otherAds)
      await structure.takeBack('creatives', id, intendedStatus)
    const found = judged(tree, group, given)
    if (found.state === 'done') return found.outcome
    if (found.state === 'conflict') throw new ServiceError('CONCURRENT_CHANGE')
    throw new Error('Not all of what was made is to be seen yet.')
  },
  async find({ name, status: wanted }, given) {
    const [tree, twins, group] = await Promise.all([
      readTree(given),
      twinsOf(name, given),
      groupToStayPaused(wanted, given),
    ])
    // Sending the step removes the duplicates.
    if (twins.length + tree.otherAdGroups.length + tree.otherAds.length > 0) return { state: 'not_done' }
    return judged(tree, group, given)
  },
})

/**
 * Reads the group's status only if the request wants the group paused. Returns empty text while LinkedIn does
 * not find the group.
 */
async function groupToStayPaused(
  wanted: 'ACTIVE' | 'PAUSED',
  { connector: { structure }, done }: Stepping<ProConnector>,
): Promise<string> {
  if (wanted === 'ACTIVE') return 'PAUSED'
  return (await unlessMissing(structure.group(groupIn(done))))?.status ?? ''
}

/** Finds groups that an attempt with an unknown outcome created in addition to the recorded group. */
async function twinsOf(name: string, { connector, marker, done }: Stepping<ProConnector>) {
  const found = await connector.structure.groupsNamed(markedName(name, marker))
  // Duplicates are archived if the account does not allow deletion.
  const isGone = (status: string) => isDeleted(status) || status === 'ARCHIVED'
  return found.filter(({ id, status }) => id !== groupIn(done) && !isGone(status))
}

interface Tree {
  readonly adGroup: CampaignRow | undefined
  readonly ads: readonly CreativeRow[]
  readonly otherAdGroups: readonly CampaignRow[]
  readonly otherAds: readonly CreativeRow[]
}

export async function readTree({
  connector: { structure },
  done,
}: Pick<Stepping<ProConnector>, 'connector' | 'done'>): Promise<Tree> {
  const id = adGroupIn(done)
  const made = makeAd.outcomesIn(done).map(({ upstreamId }) => upstreamId)
  const [adGroups, listed] = await Promise.all([
    structure.campaignsOf(groupIn(done)),
    structure.creativesOf(id),
  ])
  const ours = adGroups.find((adGroup) => adGroup.id === id)
  // Lists may lag behind recent changes, so objects that are missing from a list are read by id.
  const [adGroup, ...ads] = await Promise.all([
    ours?.status === 'ACTIVE' ? ours : unlessMissing(structure.campaign(id)),
    ...made.map((adId) => listed.find((ad) => ad.id === adId) ?? unlessMissing(structure.creative(adId))),
  ])
  return {
    adGroup,
    ads: ads.filter((ad) => ad !== undefined).filter(({ intendedStatus }) => !isDeleted(intendedStatus)),
    otherAdGroups: adGroups.filter((other) => other.id !== id),
    otherAds: listed.filter((ad) => !made.includes(ad.id)),
  }
}

async function unlessMissing<Row>(read: Promise<Row>): Promise<Row | undefined> {
  try {
    return await read
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Digests of the ad group's properties that another person may change besides its name, status and budget.
 */
export function digestsOf({ targetingCriteria, runSchedule, unitCost }: CampaignRow) {
  return {
    targeting: digestOf(targetingCriteria ?? {}),
    schedule: digestOf(runSchedule ?? {}),
    bid: digestOf(unitCost ?? {}),
  }
}

/** A missing object is not a conflict while LinkedIn may still make the object visible. */
function judged({ adGroup, ads }: Tree, groupStatus: string, given: Stepping<ProConnector>): Finding {
  const { done } = given
  // The ad group is active, so a group in another status would spend.
  if (!['PAUSED', ''].includes(groupStatus)) return { state: 'conflict' }
  const isWhole =
    groupStatus === 'PAUSED' && adGroup?.status === 'ACTIVE' && ads.length === makeAd.outcomesIn(done).length
  if (isWhole)
    return {
      state: 'done',
      outcome: {
        upstreamId: groupIn(done),
        data: { remarks: remarksOn(adGroup, ads), digests: digestsOf(adGroup) },
      },
    }
  // The ad group was created paused.
  const mayShow = adGroup === undefined || ['ACTIVE', 'PAUSED'].includes(adGroup.status)
  return (mayShow ? unclearFor(quietMsOfCampaigns, given) : undefined) ?? { state: 'conflict' }
}
