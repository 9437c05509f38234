// Lists the parts of a campaign as the platform has them and as the creation recorded them. An undo compares
// both.

import type { DoneStep, Plan } from '../../../journal/plan.ts'
import type { TreePart } from '../../../journal/undoPlans.ts'
import type { CreatedTreeRow } from '../../../platforms/social/creationRows.ts'
import { socialBlueprint } from './blueprint.ts'
import { checkData, computeSocialDigests, type Digests } from './readBack.ts'
import { checkSocialCampaignStep } from './steps.ts'

export function readSocialParts(tree: CreatedTreeRow): TreePart[] {
  const { id, name, status, adsets = [], ads = [] } = tree
  return [
    { kind: 'campaign', id, values: { name, status } },
    ...adsets.map((adSet) => toTreePart('ad group', adSet, computeSocialDigests(tree))),
    ...ads.map((each) => toTreePart('ad', each, computeSocialDigests(tree))),
  ]
}

function toTreePart(
  kind: TreePart['kind'],
  { id, name, status }: Record<'id' | 'name' | 'status', string>,
  digests?: Digests,
): TreePart {
  return { kind, id, values: { name, status }, digests: digests?.[id] }
}

/** Returns the parts as the creation left them, according to its record. */
export function listRecordedSocialParts(
  status: string,
  { steps }: Plan,
  doneSteps: readonly DoneStep[],
): TreePart[] {
  const { name, ads } = socialBlueprint.parse(steps.find((step) => step.name === 'check')?.data)
  const [checkOutcome] = checkSocialCampaignStep.collectOutcomes(doneSteps)
  const { campaignId, adGroupId, adIds, digests } = checkData.parse(checkOutcome?.data)
  return [
    toTreePart('campaign', { id: campaignId, name, status }),
    toTreePart('ad group', { id: adGroupId, name, status: 'ACTIVE' }, digests),
    ...ads.map((ad, index) =>
      toTreePart('ad', { id: adIds[index] ?? '', name: ad.name, status: 'ACTIVE' }, digests),
    ),
  ]
}
