// Lists the parts of a campaign as LinkedIn has them and as the creation recorded them. An undo compares
// both.

import { z } from 'zod'
import type { DoneStep, Plan } from '../../../journal/plan.ts'
import type { TreePart } from '../../../journal/undoPlans.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { ourStatus } from '../../../platforms/pro/groupStatus.ts'
import { adData, campaignData, groupData } from './blueprint.ts'
import { unmarkedName } from './names.ts'
import { check, digestsOf, readTree } from './readBack.ts'
import { adGroupIn, groupIn, makeAd } from './steps.ts'

export async function partsPresent(
  connector: ProConnector,
  done: readonly DoneStep[],
): Promise<readonly TreePart[]> {
  const id = groupIn(done)
  const [group, tree] = await Promise.all([connector.structure.group(id), readTree({ connector, done })])
  return [
    partOf('campaign', id, unmarkedName(group.name), group.status),
    ...[...(tree.adGroup ? [tree.adGroup] : []), ...tree.otherAdGroups].map((adGroup) => ({
      ...partOf('ad group', adGroup.id, adGroup.name, adGroup.status),
      digests: digestsOf(adGroup),
    })),
    ...[...tree.ads, ...tree.otherAds].map((ad) => partOf('ad', ad.id, ad.name, ad.intendedStatus)),
  ]
}

/** Records of an earlier release contain no digests. */
const checked = z.object({ digests: z.record(z.string(), z.string()).optional() })

/** The parts come from the journal's record of the creation. */
export function partsLeft(status: string, { steps }: Plan, done: readonly DoneStep[]): readonly TreePart[] {
  const dataOf = (name: string) => steps.filter((step) => step.name === name).map(({ data }) => data)
  const [group] = dataOf('create')
  const [campaign] = dataOf('create_ad_group')
  const ads = makeAd.outcomesIn(done).map(({ upstreamId }) => upstreamId)
  const { members } = campaignData.parse(campaign)
  const { digests } = checked.parse(check.outcomesIn(done)[0]?.data)
  return [
    partOf('campaign', groupIn(done), unmarkedName(groupData.parse(group).name), status),
    { ...partOf('ad group', adGroupIn(done), String(members['name']), 'ACTIVE'), digests },
    ...dataOf('create_ad').map((data, index) =>
      partOf('ad', ads[index] ?? '', adData.parse(data).name, 'ACTIVE'),
    ),
  ]
}

/** A creative at LinkedIn may have no name. */
function partOf(kind: TreePart['kind'], id: string, name: string | undefined, status: string): TreePart {
  return { kind, id, values: { ...(name === undefined ? {} : { name }), status: ourStatus(status) } }
}
