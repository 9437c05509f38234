// Lists the parts of a campaign as LinkedIn has them and as the creation recorded them. An undo compares
// both.

import { z } from 'zod'
import type { DoneStep, Plan } from '../../../journal/plan.ts'
import type { TreePart } from '../../../journal/undoPlans.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { fromProStatus } from '../../../platforms/pro/status.ts'
import { adData, campaignData, groupData } from './blueprint.ts'
import { removeNameMarker } from './names.ts'
import { checkStep, computeDigests, readTree } from './readBack.ts'
import { createAdStep, requireAdGroupId, requireGroupId } from './steps.ts'

export async function readProParts(
  connector: ProConnector,
  doneSteps: readonly DoneStep[],
): Promise<readonly TreePart[]> {
  const id = requireGroupId(doneSteps)
  const [group, tree] = await Promise.all([connector.structure.group(id), readTree({ connector, doneSteps })])
  return [
    toTreePart('campaign', id, removeNameMarker(group.name), group.status),
    ...[...(tree.adGroup ? [tree.adGroup] : []), ...tree.otherAdGroups].map((adGroup) => ({
      ...toTreePart('ad group', adGroup.id, adGroup.name, adGroup.status),
      digests: computeDigests(adGroup),
    })),
    ...[...tree.ads, ...tree.otherAds].map((ad) => toTreePart('ad', ad.id, ad.name, ad.intendedStatus)),
  ]
}

/** Records of an earlier release contain no digests. */
const checkData = z.object({ digests: z.record(z.string(), z.string()).optional() })

/** The parts come from the journal's record of the creation. */
export function listRecordedProParts(
  status: string,
  { steps }: Plan,
  doneSteps: readonly DoneStep[],
): readonly TreePart[] {
  const plannedData = (name: string) => steps.filter((step) => step.name === name).map(({ data }) => data)
  const [group] = plannedData('create')
  const [campaign] = plannedData('create_ad_group')
  const ads = createAdStep.collectOutcomes(doneSteps).map(({ upstreamId }) => upstreamId)
  const { members } = campaignData.parse(campaign)
  const { digests } = checkData.parse(checkStep.collectOutcomes(doneSteps)[0]?.data)
  return [
    toTreePart('campaign', requireGroupId(doneSteps), removeNameMarker(groupData.parse(group).name), status),
    { ...toTreePart('ad group', requireAdGroupId(doneSteps), String(members['name']), 'ACTIVE'), digests },
    ...plannedData('create_ad').map((data, index) =>
      toTreePart('ad', ads[index] ?? '', adData.parse(data).name, 'ACTIVE'),
    ),
  ]
}

/** A creative at LinkedIn may have no name. */
function toTreePart(kind: TreePart['kind'], id: string, name: string | undefined, status: string): TreePart {
  return { kind, id, values: { ...(name === undefined ? {} : { name }), status: fromProStatus(status) } }
}
