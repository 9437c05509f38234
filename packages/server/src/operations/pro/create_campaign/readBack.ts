// The last look at a new campaign before it is switched on: all of it is there, and nothing else.

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
    /** Plans of an earlier release do not name it. They leave the group paused up to this step as well. */
    status: z.enum(['ACTIVE', 'PAUSED']).default('PAUSED'),
  }),
  async send({ name, status: wanted }, given) {
    const { structure } = given.connector
    const [tree, twins, group] = await Promise.all([
      readTree(given),
      twinsOf(name, given),
      groupToStayPaused(wanted, given),
    ])
    // A request that seemed lost may have come through late, and made something twice: none of it has ever run.
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
    // Sending it removes them.
    if (twins.length + tree.otherAdGroups.length + tree.otherAds.length > 0) return { state: 'not_done' }
    return judged(tree, group, given)
  },
})

/** The status of the group where the request wants it paused, empty while the platform does not find it; else PAUSED, unread. */
async function groupToStayPaused(
  wanted: 'ACTIVE' | 'PAUSED',
  { connector: { structure }, done }: Stepping<ProConnector>,
): Promise<string> {
  if (wanted === 'ACTIVE') return 'PAUSED'
  return (await unlessMissing(structure.group(groupIn(done))))?.status ?? ''
}

/** Groups that a try which seemed lost has made beside ours. */
async function twinsOf(name: string, { connector, marker, done }: Stepping<ProConnector>) {
  const found = await connector.structure.groupsNamed(markedName(name, marker))
  // Archived is what becomes of them where the account may not delete.
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
  // Lists may be behind what was done a moment ago: what they do not show is asked for by its number.
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

/** What someone else may change of an ad group besides its name, status and budget. */
export function digestsOf({ targetingCriteria, runSchedule, unitCost }: CampaignRow) {
  return {
    targeting: digestOf(targetingCriteria ?? {}),
    schedule: digestOf(runSchedule ?? {}),
    bid: digestOf(unitCost ?? {}),
  }
}

/** Whether everything is there, and what deserves attention. What may still show is no change of somebody else's. */
function judged({ adGroup, ads }: Tree, groupStatus: string, given: Stepping<ProConnector>): Finding {
  const { done } = given
  // Its ad group is switched on: a group in another status would spend.
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
  // Paused is how the ad group was made.
  const mayShow = adGroup === undefined || ['ACTIVE', 'PAUSED'].includes(adGroup.status)
  return (mayShow ? unclearFor(quietMsOfCampaigns, given) : undefined) ?? { state: 'conflict' }
}
