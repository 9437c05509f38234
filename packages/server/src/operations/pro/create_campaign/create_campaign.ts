import { z } from 'zod'
import { noSpending, toSpending } from '../../../journal/spend/spendChange.ts'
import { planCreationUndo } from '../../../journal/undoPlans.ts'
import { defineWrite } from '../../../journal/write.ts'
import { formatMoney } from '../../../money/money.ts'
import { formatCreationSummary } from '../../campaign/creationSummary.ts'
import { formatCount } from '../../campaign/formatCount.ts'
import { planProRemoval, setProStatus } from '../proStatus.ts'
import { parameterWarnings } from './adParts.ts'
import { describeOverspend, formatBudgets, toMicroBudget } from './budgetText.ts'
import { plannedName } from './names.ts'
import { planProCampaign } from './plan.ts'
import { check } from './readBack.ts'
import {
  countConversion,
  enableGroup,
  findGroupName,
  makeAd,
  makeAdGroup,
  makeGroup,
  pauseGroup,
  requireAdGroupId,
  requireGroupId,
  startAdGroup,
} from './steps.ts'
import { readProParts, recordedProParts } from './treeParts.ts'
import { upload } from './upload.ts'

/**
 * The write creates a paused campaign group with one campaign and its ads, and activates the group last.
 * Until then nothing can spend, and `find` of each step can search within the group.
 */
export const create_campaign = defineWrite('pro/create_campaign', {
  steps: [
    upload,
    makeGroup,
    pauseGroup,
    makeAdGroup,
    makeAd,
    countConversion,
    startAdGroup,
    check,
    enableGroup,
    setProStatus,
  ],
  replayForMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { blueprint, money } = await planProCampaign(body, connector, runtime.now())
    const { group, campaign, ads, images, conversionIds } = blueprint
    const name = JSON.stringify(body.campaignName)
    const amounts = {
      ...(money.daily === undefined
        ? {}
        : { dailyBudget: `${formatMoney(money.daily, money.currencyCode)} ${money.currencyCode}` }),
      ...(money.total === undefined
        ? {}
        : { totalBudget: `${formatMoney(money.total, money.currencyCode)} ${money.currencyCode}` }),
    }
    return {
      steps: [
        ...images.map((image) => upload.plan(image, `Upload the image ${image.url} for the organization.`)),
        makeGroup.plan(
          group,
          `Create the campaign ${name}, paused, with ${formatBudgets(money)}, one ad group and ${formatCount(ads, 'ad')}. ${describeOverspend(money)} The network has no trial run: what can be checked was checked here. LinkedIn shows the campaign as ${JSON.stringify(plannedName(body.campaignName))}: for xxxxxxxx adrail puts 8 characters by which it recognizes the campaign.`,
        ),
        pauseGroup.plan({}, 'Pause the campaign, if the account does not create it paused.'),
        makeAdGroup.plan(campaign, 'Create its ad group with budget, audience and schedule.'),
        ...ads.map((ad) => makeAd.plan(ad, `Create the ad ${JSON.stringify(ad.name)}.`)),
        ...conversionIds.map((conversionId, index) =>
          countConversion.plan(
            { conversionId, from: `conversionIds[${index}]` },
            `Count the conversion ${conversionId} in the ad group.`,
          ),
        ),
        startAdGroup.plan({}, 'Switch the ad group on, below the paused campaign.'),
        check.plan(
          { name: body.campaignName, status: body.status },
          'Read the campaign back and see that all of it is there.',
        ),
        ...(body.status === 'ACTIVE' ? [enableGroup.plan({}, `Switch the campaign ${name} on.`)] : []),
      ],
      after: { ...amounts, status: body.status },
      warnings: parameterWarnings(body),
      spend: {
        campaignId: '',
        currencyCode: money.currencyCode,
        before: noSpending,
        after: toSpending('pro', toMicroBudget(money), body.status === 'ACTIVE'),
        field: money.daily === undefined ? 'totalBudget' : 'dailyBudget',
      },
    }
  },

  async undo({ body, plan, done }, { connector }) {
    const [removal, presentParts] = await Promise.all([
      planProRemoval(connector, requireGroupId(done)),
      readProParts(connector, done),
    ])
    return planCreationUndo(removal, plan, {
      present: presentParts,
      expected: recordedProParts(body.status, plan, done),
    })
  },

  results(done, body, plan) {
    const [checkOutcome] = check.outcomesIn(done)
    const readBackData = z.object({ remarks: z.array(z.string()) }).parse(checkOutcome?.data)
    const remarks = [...(plan.warnings ?? []), ...readBackData.remarks]
    const campaignName = findGroupName(done) ?? body.campaignName
    const finalState = body.status === 'ACTIVE' ? 'switched on' : 'left paused'
    return {
      campaignId: requireGroupId(done),
      campaignName,
      adGroupId: requireAdGroupId(done),
      adIds: makeAd.outcomesIn(done).map(({ upstreamId }) => upstreamId),
      additionalMessage: formatCreationSummary(finalState, body, [
        `LinkedIn shows the campaign as ${JSON.stringify(campaignName)}.`,
        ...remarks,
      ]),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})
