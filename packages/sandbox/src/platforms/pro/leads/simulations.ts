// Simulations of lead submissions, withdrawals and webhook challenges.

import { readCount, type Simulation, SimulationInputError } from '../../../core/exchange.ts'
import type { PushResult } from '../../../core/push.ts'
import { createProLead, findLeadForm } from './collect.ts'
import { challengeWebhook, pushLeadAction } from './notifications.ts'

export const proLeadSimulation: Simulation = {
  description: 'Members fill in the lead form of an ad account, now.',
  inputTexts: {
    account: 'the id of an ad account',
    campaign: 'the id of the campaign that showed it; none without it',
    count: 'how many members; one without it',
    pushes: 'how often the application is told: 0 loses the message, 2 repeats it; once without it',
    test: 'optional: true for a test lead',
  },
  async run(state, input, now) {
    const form = findLeadForm(state.pro, Number(input['account']))
    if (form === undefined) throw new SimulationInputError('account', 'There is no such account with a form.')
    const campaign = input['campaign'] === undefined ? undefined : Number(input['campaign'])
    if (campaign !== undefined && state.pro.campaigns[campaign]?.account !== form.account)
      throw new SimulationInputError('campaign', 'The account has no such campaign.')
    const pushCount = readCount('pushes', input['pushes'] ?? 1)
    const leadIds: string[] = []
    const pushResults: PushResult[] = []
    for (let remaining = readCount('count', input['count'] ?? 1); remaining > 0; remaining--) {
      const newLead = createProLead(state, {
        form: form.id,
        account: form.account,
        submittedAt: now,
        ...(campaign === undefined ? {} : { campaign }),
        test: input['test'] === true,
      })
      leadIds.push(newLead.id)
      pushResults.push(
        ...(await pushLeadAction(state, newLead, { leadAction: 'CREATED', occurredAt: now }, pushCount)),
      )
    }
    return { leadIds, told: pushResults }
  },
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications */
export const leadWithdrawalSimulation: Simulation = {
  description:
    'A member takes back what they sent on a lead form: nobody is given it any more, and applications are told.',
  inputTexts: {
    leadId: 'the id of a lead',
    pushes: 'how often the application is told: 0 loses the message, 2 repeats it; once without it',
  },
  async run(state, input, now) {
    const id = String(input['leadId'])
    const withdrawnLead = state.pro.leads?.[id]
    if (withdrawnLead === undefined) throw new SimulationInputError('leadId', `There is no lead '${id}'.`)
    const pushCount = readCount('pushes', input['pushes'] ?? 1)
    delete state.pro.leads?.[id]
    return {
      told: await pushLeadAction(state, withdrawnLead, { leadAction: 'DELETED', occurredAt: now }, pushCount),
    }
  },
}

export const webhookChallengeSimulation: Simulation = {
  description:
    'Every address that wants to be told of leads is asked whether it knows the application’s secret, as every two hours.',
  inputTexts: {},
  async run(state) {
    const challengeResults: unknown[] = []
    for (const notification of Object.values(state.pro.leadNotifications ?? {})) {
      const response = await challengeWebhook(state, notification)
      challengeResults.push({ webhook: notification.webhook, validated: notification.validated, ...response })
    }
    return { asked: challengeResults }
  },
}
