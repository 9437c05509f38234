import { z } from 'zod'
import type { DoneStep } from '../../journal/plan.ts'
import { noSpending, toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep, reconcileCreation } from '../../journal/step.ts'
import { requireUnchanged } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { toTownBudget } from '../../platforms/town/money.ts'
import { planTownStatus, setTownStatusStep } from './townStatus.ts'

const createStep = defineStep('town', 'create', {
  dataSchema: z.object({ name: z.string(), dailyBudget: z.number() }),
  async send(data, { connector, marker }) {
    return { upstreamId: await connector.createCampaign({ ...data, reference: marker }) }
  },
  async reconcile(_, context) {
    const { connector, marker } = context
    const campaign = (await connector.listCampaigns()).find(({ reference }) => reference === marker)
    // The newspaper carries out a request at once or never.
    return reconcileCreation(campaign?.id, context, 0)
  },
  createsMarkedObject: true,
  compensate: (_, { connector }, { upstreamId }) => connector.change(upstreamId, { status: 'DELETED' }),
})

/** Until this step, the campaign is a draft, which cannot spend. */
const activateStep = defineStep('town', 'activate', {
  dataSchema: z.object({}),
  async send(_, { connector, doneSteps }) {
    const upstreamId = requireCreatedId(doneSteps)
    await connector.change(upstreamId, { status: 'ACTIVE' })
    return { upstreamId }
  },
  async reconcile(_, { connector, doneSteps }) {
    const upstreamId = requireCreatedId(doneSteps)
    const isActive = (await connector.findCampaign(upstreamId))?.status === 'ACTIVE'
    return isActive ? { state: 'done', outcome: { upstreamId } } : { state: 'not_done' }
  },
  raisesSpend: () => true,
})

export const create_campaign = defineWrite('town/create_campaign', {
  steps: [createStep, activateStep, setTownStatusStep],

  async plan({ name, dailyBudget }, { connector }) {
    const cents = Math.round(dailyBudget * 100)
    return {
      steps: [
        createStep.toPlannedStep(
          { name, dailyBudget: cents },
          `Create the campaign ${JSON.stringify(name)}.`,
        ),
        activateStep.toPlannedStep({}, 'Start the campaign.'),
      ],
      spend: {
        campaignId: '',
        currencyCode: connector.selection.currencyCode,
        before: noSpending,
        after: toSpending('town', toTownBudget(cents), true),
        field: 'dailyBudget',
      },
    }
  },

  results: (doneSteps) => ({ campaignId: requireCreatedId(doneSteps) }),

  async undo({ doneSteps, plan: { steps } }, { connector }) {
    const [created] = createStep.parsePlannedData(steps)
    const { id, status, dailyBudget } = await connector.requireCampaign(requireCreatedId(doneSteps))
    requireUnchanged('the status of the campaign', status, 'ACTIVE')
    requireUnchanged('the budget of the campaign', dailyBudget, created?.dailyBudget)
    return await planTownStatus(connector, id, 'DELETED')
  },
})

function requireCreatedId(doneSteps: readonly DoneStep[]): string {
  const [outcome] = createStep.collectOutcomes(doneSteps)
  if (!outcome) throw new Error('The campaign is used before it exists.')
  return outcome.upstreamId
}
