import { z } from 'zod'
import { noSpending, toSpending } from '../../../journal/spend/spendChange.ts'
import { planCreationUndo } from '../../../journal/undoPlans.ts'
import { defineWrite } from '../../../journal/write.ts'
import { formatMoney } from '../../../money/money.ts'
import { formatCreationSummary } from '../../campaign/creationSummary.ts'
import { formatCount } from '../../campaign/formatCount.ts'
import { completenessCheckText, describeActivation } from '../../campaign/planTexts.ts'
import { planProRemoval, setProStatusStep } from '../proStatus.ts'
import { parameterWarnings } from './adParts.ts'
import { describeOverspend, formatBudgets, toMicroBudget } from './budgetText.ts'
import { uploadStep } from './images.ts'
import { formatPlannedName } from './names.ts'
import { planProCampaign } from './plan.ts'
import { checkStep } from './readBack.ts'
import {
  countConversionStep,
  createAdGroupStep,
  createAdStep,
  createGroupStep,
  enableGroupStep,
  findGroupName,
  pauseGroupStep,
  requireAdGroupId,
  requireGroupId,
  startAdGroupStep,
} from './steps.ts'
import { listRecordedProParts, readProParts } from './treeParts.ts'

/**
 * The write creates a paused campaign group with one campaign and its ads, and activates the group last.
 * Until then nothing can spend, and `find` of each step can search within the group.
 */
export const create_campaign = defineWrite('pro/create_campaign', {
  steps: [
    uploadStep,
    createGroupStep,
    pauseGroupStep,
    createAdGroupStep,
    createAdStep,
    countConversionStep,
    startAdGroupStep,
    checkStep,
    enableGroupStep,
    setProStatusStep,
  ],
  replayWindowMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { blueprint, budgets } = await planProCampaign(body, connector, runtime.now())
    const { group, campaign, ads, images, conversionIds } = blueprint
    const name = JSON.stringify(body.campaignName)
    const amounts = {
      ...(budgets.daily === undefined
        ? {}
        : { dailyBudget: `${formatMoney(budgets.daily, budgets.currencyCode)} ${budgets.currencyCode}` }),
      ...(budgets.total === undefined
        ? {}
        : { totalBudget: `${formatMoney(budgets.total, budgets.currencyCode)} ${budgets.currencyCode}` }),
    }
    return {
      steps: [
        ...images.map((image) =>
          uploadStep.toPlannedStep(image, `Upload the image ${image.url} for the organization.`),
        ),
        createGroupStep.toPlannedStep(
          group,
          `Create the campaign ${name}, paused, with ${formatBudgets(budgets)}, one ad group and ${formatCount(ads, 'ad')}. ${describeOverspend(budgets)} LinkedIn has no validate-only mode, so adrail ran its own checks. LinkedIn shows the campaign as ${JSON.stringify(formatPlannedName(body.campaignName))}, where adrail replaces xxxxxxxx with 8 characters that identify the campaign.`,
        ),
        pauseGroupStep.toPlannedStep({}, 'Pause the campaign if LinkedIn did not create it paused.'),
        createAdGroupStep.toPlannedStep(
          campaign,
          'Create the ad group with its budget, audience and schedule.',
        ),
        ...ads.map((ad) => createAdStep.toPlannedStep(ad, `Create the ad ${JSON.stringify(ad.name)}.`)),
        ...conversionIds.map((conversionId, index) =>
          countConversionStep.toPlannedStep(
            { conversionId, from: `conversionIds[${index}]` },
            `Track the conversion ${conversionId} for the ad group.`,
          ),
        ),
        startAdGroupStep.toPlannedStep({}, 'Activate the ad group in the paused campaign.'),
        checkStep.toPlannedStep({ name: body.campaignName, status: body.status }, completenessCheckText),
        ...(body.status === 'ACTIVE'
          ? [enableGroupStep.toPlannedStep({}, describeActivation(body.campaignName))]
          : []),
      ],
      after: { ...amounts, status: body.status },
      warnings: parameterWarnings(body),
      spend: {
        campaignId: '',
        currencyCode: budgets.currencyCode,
        before: noSpending,
        after: toSpending('pro', toMicroBudget(budgets), body.status === 'ACTIVE'),
        field: budgets.daily === undefined ? 'totalBudget' : 'dailyBudget',
      },
    }
  },

  async undo({ body, plan, doneSteps }, { connector }) {
    const [removal, presentParts] = await Promise.all([
      planProRemoval(connector, requireGroupId(doneSteps)),
      readProParts(connector, doneSteps),
    ])
    return planCreationUndo(removal, plan, {
      currentParts: presentParts,
      expectedParts: listRecordedProParts(body.status, plan, doneSteps),
    })
  },

  results(doneSteps, body, plan) {
    const [checkOutcome] = checkStep.collectOutcomes(doneSteps)
    const readBackData = z.object({ remarks: z.array(z.string()) }).parse(checkOutcome?.data)
    const remarks = [...(plan.warnings ?? []), ...readBackData.remarks]
    const campaignName = findGroupName(doneSteps) ?? body.campaignName
    const finalState = body.status === 'ACTIVE' ? 'activated' : 'kept paused'
    return {
      campaignId: requireGroupId(doneSteps),
      campaignName,
      adGroupId: requireAdGroupId(doneSteps),
      adIds: createAdStep.collectOutcomes(doneSteps).map(({ upstreamId }) => upstreamId),
      additionalMessage: formatCreationSummary(finalState, body, [
        `LinkedIn shows the campaign as ${JSON.stringify(campaignName)}.`,
        ...remarks,
      ]),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})
