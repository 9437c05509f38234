import { noSpending, toSpending } from '../../../journal/spend/spendChange.ts'
import { planCreationUndo } from '../../../journal/undoPlans.ts'
import { defineWrite } from '../../../journal/write.ts'
import { formatMoney } from '../../../money/money.ts'
import { formatCreationSummary } from '../../campaign/creationSummary.ts'
import { formatCount } from '../../campaign/formatCount.ts'
import { completenessCheckText, describeActivation } from '../../campaign/planTexts.ts'
import { planSocialRemoval, setSocialStatusStep } from '../socialStatus.ts'
import { describeSocialOverspend, formatBudget, toSocialMicroBudget } from './budgetText.ts'
import { planSocialCampaign } from './plan.ts'
import { checkData } from './readBack.ts'
import {
  checkSocialCampaignStep,
  createSocialCampaignStep,
  enableSocialCampaignStep,
  requireCreation,
  uploadSocialImageStep,
} from './steps.ts'
import { listRecordedSocialParts, readSocialParts } from './treeParts.ts'

/**
 * One request creates the whole campaign paused and labeled. The next steps read it back and activate it.
 * After a lost response, adrail creates missing parts within the existing campaign.
 */
export const create_campaign = defineWrite('social/create_campaign', {
  steps: [
    uploadSocialImageStep,
    createSocialCampaignStep,
    checkSocialCampaignStep,
    enableSocialCampaignStep,
    setSocialStatusStep,
  ],
  replayWindowMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { blueprint, images, budget, warnings } = await planSocialCampaign(body, connector, runtime.now())
    const { name, ads } = blueprint
    return {
      steps: [
        ...images.map((image) =>
          uploadSocialImageStep.toPlannedStep(image, `Upload the image ${image.url} to the account.`),
        ),
        createSocialCampaignStep.toPlannedStep(
          blueprint,
          `Create the campaign ${JSON.stringify(name)}, paused, with ${formatBudget(budget, body)}, one ad group and ${formatCount(ads, 'ad')}. ${describeSocialOverspend(budget)}`,
        ),
        checkSocialCampaignStep.toPlannedStep(blueprint, completenessCheckText),
        ...(body.status === 'ACTIVE'
          ? [enableSocialCampaignStep.toPlannedStep({}, describeActivation(name))]
          : []),
      ],
      warnings,
      after: {
        [budget.field]: `${formatMoney(budget.amount, budget.currencyCode)} ${budget.currencyCode}`,
        status: body.status,
      },
      spend: {
        campaignId: '',
        currencyCode: budget.currencyCode,
        before: noSpending,
        after: toSpending('social', toSocialMicroBudget(budget), body.status === 'ACTIVE'),
        field: budget.field,
      },
    }
  },

  async undo({ body, plan, doneSteps }, { connector }) {
    const { campaignId } = requireCreation(doneSteps)
    const [removal, tree] = await Promise.all([
      planSocialRemoval(connector, campaignId),
      connector.creation.readBack(campaignId),
    ])
    return planCreationUndo(removal, plan, {
      currentParts: readSocialParts(tree),
      expectedParts: listRecordedSocialParts(body.status, plan, doneSteps),
    })
  },

  results(doneSteps, body, { warnings = [] }) {
    const [checkOutcome] = checkSocialCampaignStep.collectOutcomes(doneSteps)
    const { campaignId, adGroupId, adIds, ...readBackData } = checkData.parse(checkOutcome?.data)
    const remarks = [...warnings, ...readBackData.remarks]
    const finalState = body.status === 'ACTIVE' ? 'activated' : 'kept paused'
    return {
      campaignId,
      adGroupId,
      adIds,
      additionalMessage: formatCreationSummary(finalState, body, remarks),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})
