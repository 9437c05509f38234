import { z } from 'zod'
import { counted } from '../../../base/counted.ts'
import { createdWords } from '../../../base/creationWords.ts'
import { moneyText } from '../../../base/money.ts'
import { noSpending, spendingOf } from '../../../journal/spend/change.ts'
import { undoCreation } from '../../../journal/undoPlans.ts'
import { write } from '../../../journal/write.ts'
import { planRemoval, setStatus } from '../proStatus.ts'
import { parameterWarnings } from './adParts.ts'
import { budgetIn, moneyWords, overspendWords } from './moneyWords.ts'
import { plannedName } from './names.ts'
import { planCampaign } from './plan.ts'
import { check } from './readBack.ts'
import {
  adGroupIn,
  count,
  enable,
  groupIn,
  groupNameIn,
  makeAd,
  makeAdGroup,
  makeGroup,
  pauseGroup,
  startAdGroup,
} from './steps.ts'
import { partsLeft, partsPresent } from './treeParts.ts'
import { upload } from './upload.ts'

/**
 * The write creates a paused campaign group with one campaign and its ads, and activates the group last.
 * Until then nothing can spend, and `find` of each step can search within the group.
 */
export const create_campaign = write('pro/create_campaign', {
  steps: [upload, makeGroup, pauseGroup, makeAdGroup, makeAd, count, startAdGroup, check, enable, setStatus],
  replayForMs: 15 * 60 * 1000,

  async plan(body, { connector, runtime }) {
    const { planned, money } = await planCampaign(body, connector, runtime.now())
    const { group, campaign, ads, images, conversionIds } = planned
    const name = JSON.stringify(body.campaignName)
    const amounts = {
      ...(money.daily === undefined
        ? {}
        : { dailyBudget: `${moneyText(money.daily, money.currencyCode)} ${money.currencyCode}` }),
      ...(money.total === undefined
        ? {}
        : { totalBudget: `${moneyText(money.total, money.currencyCode)} ${money.currencyCode}` }),
    }
    return {
      steps: [
        ...images.map((image) => upload.plan(image, `Upload the image ${image.url} for the organization.`)),
        makeGroup.plan(
          group,
          `Create the campaign ${name}, paused, with ${moneyWords(money)}, one ad group and ${counted(ads, 'ad')}. ${overspendWords(money)} The network has no trial run: what can be checked was checked here. LinkedIn shows the campaign as ${JSON.stringify(plannedName(body.campaignName))}: for xxxxxxxx adrail puts 8 characters by which it recognizes the campaign.`,
        ),
        pauseGroup.plan({}, 'Pause the campaign, if the account does not create it paused.'),
        makeAdGroup.plan(campaign, 'Create its ad group with budget, audience and schedule.'),
        ...ads.map((ad) => makeAd.plan(ad, `Create the ad ${JSON.stringify(ad.name)}.`)),
        ...conversionIds.map((conversionId, index) =>
          count.plan(
            { conversionId, from: `conversionIds[${index}]` },
            `Count the conversion ${conversionId} in the ad group.`,
          ),
        ),
        startAdGroup.plan({}, 'Switch the ad group on, below the paused campaign.'),
        check.plan(
          { name: body.campaignName, status: body.status },
          'Read the campaign back and see that all of it is there.',
        ),
        ...(body.status === 'ACTIVE' ? [enable.plan({}, `Switch the campaign ${name} on.`)] : []),
      ],
      after: { ...amounts, status: body.status },
      warnings: parameterWarnings(body),
      spend: {
        campaignId: '',
        currencyCode: money.currencyCode,
        before: noSpending,
        after: spendingOf('pro', budgetIn(money), body.status === 'ACTIVE'),
        field: money.daily === undefined ? 'totalBudget' : 'dailyBudget',
      },
    }
  },

  async undo({ body, plan, done }, { connector }) {
    const [removal, present] = await Promise.all([
      planRemoval(connector, groupIn(done)),
      partsPresent(connector, done),
    ])
    return undoCreation(removal, plan, { present, left: partsLeft(body.status, plan, done) })
  },

  results(done, body, plan) {
    const [checked] = check.outcomesIn(done)
    const found = z.object({ remarks: z.array(z.string()) }).parse(checked?.data)
    const remarks = [...(plan.warnings ?? []), ...found.remarks]
    const campaignName = groupNameIn(done) ?? body.campaignName
    const left = body.status === 'ACTIVE' ? 'switched on' : 'left paused'
    return {
      campaignId: groupIn(done),
      campaignName,
      adGroupId: adGroupIn(done),
      adIds: makeAd.outcomesIn(done).map(({ upstreamId }) => upstreamId),
      additionalMessage: createdWords(left, body, [
        `LinkedIn shows the campaign as ${JSON.stringify(campaignName)}.`,
        ...remarks,
      ]),
      ...(remarks.length === 0 ? {} : { warnings: remarks }),
    }
  },
})
