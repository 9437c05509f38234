import { noSpending, toSpending } from '../../../journal/spend/spendChange.ts'
import { planCreationUndo } from '../../../journal/undoPlans.ts'
import { defineWrite } from '../../../journal/write.ts'
import { formatMicros } from '../../../platforms/search/money.ts'
import { parseResourceId } from '../../../platforms/search/mutate.ts'
import { formatDailyBudget } from '../../campaign/budgetText.ts'
import { formatCreationSummary } from '../../campaign/creationSummary.ts'
import { formatCount } from '../../campaign/formatCount.ts'
import { describeActivation } from '../../campaign/planTexts.ts'
import { searchBlueprint } from '../blueprint.ts'
import { planSearchStatus, setSearchStatusStep } from '../searchStatus.ts'
import { splitUploadBatches } from './images.ts'
import { planSearchCampaign } from './plan.ts'
import {
  createSearchCampaignStep,
  creationOutcome,
  enableSearchCampaignStep,
  matchAdIds,
  requireCampaignId,
  uploadSearchImagesStep,
} from './steps.ts'
import { findCreatedAssets, listRecordedSearchParts, readSearchParts } from './treeParts.ts'

/**
 * One atomic mutate creates the whole campaign, paused and marked. A second step activates the campaign.
 * Images are uploaded before only if they are too large for the mutate.
 */
export const create_search_campaign = defineWrite('search/create_search_campaign', {
  steps: [uploadSearchImagesStep, createSearchCampaignStep, enableSearchCampaignStep, setSearchStatusStep],
  replayWindowMs: 15 * 60 * 1000,

  async plan(body, { connector, marker }) {
    const { blueprint, warnings } = await planSearchCampaign(body, connector, marker)
    const { name, images, keywords, ads } = blueprint
    const { currencyCode } = connector.selection
    const budget = `${formatMicros(BigInt(blueprint.budgetMicros), currencyCode)} ${currencyCode}`
    const daily = { units: BigInt(blueprint.budgetMicros), scale: 6 }
    const description = `Create the campaign ${JSON.stringify(name)}, paused, with ${formatDailyBudget(daily, currencyCode)}, ${formatCount(keywords, 'keyword')} and ${formatCount(ads, 'ad')}.`
    return {
      steps: [
        ...splitUploadBatches(images).map((batch) =>
          uploadSearchImagesStep.toPlannedStep(
            { images: batch },
            `Upload ${formatCount(batch, 'image')} to the account.`,
          ),
        ),
        createSearchCampaignStep.toPlannedStep(blueprint, description),
        ...(body.status === 'ENABLED'
          ? [enableSearchCampaignStep.toPlannedStep({}, describeActivation(name))]
          : []),
      ],
      after: { dailyBudget: budget, status: body.status },
      spend: {
        campaignId: '',
        currencyCode,
        before: noSpending,
        after: toSpending(
          'search',
          { daily: BigInt(blueprint.budgetMicros), lifetime: 0n },
          body.status === 'ENABLED',
        ),
        field: 'dailyBudget',
      },
      warnings,
    }
  },

  async undo({ body, plan, doneSteps }, { connector }) {
    const campaignId = requireCampaignId(doneSteps)
    const [removal, presentParts, ads] = await Promise.all([
      planSearchStatus(connector, campaignId, 'DELETED'),
      readSearchParts(connector, campaignId),
      connector.structure.findAdPage(campaignId, undefined),
    ])
    const draft = searchBlueprint.parse(plan.steps.find(({ name }) => name === 'create')?.data)
    const [created] = createSearchCampaignStep.collectOutcomes(doneSteps)
    const { adGroup, adIds, assets } = creationOutcome.parse(created?.data)
    const createdIds = {
      campaignId,
      adGroupId: parseResourceId(adGroup),
      adIds: adIds.length > 0 ? adIds : matchAdIds(draft.ads, ads?.rows ?? []),
      // Records of earlier releases contain no assets.
      assets: assets ?? (await findCreatedAssets(draft, connector, campaignId)),
    }
    return planCreationUndo(removal, plan, {
      currentParts: presentParts,
      expectedParts: listRecordedSearchParts(draft, createdIds, body.status),
    })
  },

  results(doneSteps, body, { warnings = [] }) {
    const [created] = createSearchCampaignStep.collectOutcomes(doneSteps)
    const { campaign, adGroup, adIds } = creationOutcome.parse(created?.data)
    const finalState = body.status === 'ENABLED' ? 'activated' : 'kept paused'
    return {
      adGroupResourceName: adGroup,
      campaignResourceName: campaign,
      campaignId: parseResourceId(campaign),
      adGroupId: parseResourceId(adGroup),
      adIds,
      additionalMessage: formatCreationSummary(finalState, body, warnings),
    }
  },
})
