// Simulations of lead submissions, withdrawals and webhook challenges.

import { readCount, type Simulation, SimulationInputError } from '../../../core/exchange.ts'
import type { PushResult } from '../../../core/push.ts'
import { createProLead, findLeadForm } from './collect.ts'
import { challengeWebhook, pushLeadAction } from './notifications.ts'

export const proLeadSimulation: Simulation = {
  description: 'Members submit the lead form of an ad account immediately.',
  inputTexts: {
    account: 'the id of an ad account',
    campaign: 'the id of the campaign that showed the form; defaults to none',
    count: 'number of members; defaults to 1',
    pushes:
      'number of messages to the application: 0 loses the message, 2 repeats the message; defaults to 1',
    test: 'optional: true for a test lead',
  },
  async run(state, input, now) {
    const form = findLeadForm(state.pro, Number(input['account']))
    if (form === undefined) throw new SimulationInputError('account', 'No such account with a form.')
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
    'A member withdraws a lead. The platform no longer returns the lead and notifies the applications.',
  inputTexts: {
    leadId: 'the id of a lead',
    pushes:
      'number of messages to the application: 0 loses the message, 2 repeats the message; defaults to 1',
  },
  async run(state, input, now) {
    const id = String(input['leadId'])
    const withdrawnLead = state.pro.leads?.[id]
    if (withdrawnLead === undefined) throw new SimulationInputError('leadId', `No lead '${id}'.`)
    const pushCount = readCount('pushes', input['pushes'] ?? 1)
    delete state.pro.leads?.[id]
    return {
      told: await pushLeadAction(state, withdrawnLead, { leadAction: 'DELETED', occurredAt: now }, pushCount),
    }
  },
}

export const webhookChallengeSimulation: Simulation = {
  description:
    'Checks immediately whether each subscribed URL knows the application’s secret, as the platform checks every two hours.',
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
