// What members and the platform do about leads, on order.

import { orderedNumber, type Simulation, SimulationRefusal } from '../../core/exchange.ts'
import type { Pushed } from '../../core/push.ts'
import { formOf, makeLead } from './collect.ts'
import { challenge as ask, tellOfLead } from './notifications.ts'

export const lead: Simulation = {
  does: 'Members fill in the lead form of an ad account, now.',
  takes: {
    account: 'the id of an ad account',
    campaign: 'the id of the campaign that showed it; none without it',
    count: 'how many members; one without it',
    pushes: 'how often the application is told: 0 loses the message, 2 repeats it; once without it',
    test: 'optional: true for a test lead',
  },
  async run(state, input, now) {
    const form = formOf(state.pro, Number(input['account']))
    if (form === undefined) throw new SimulationRefusal('account', 'There is no such account with a form.')
    const campaign = input['campaign'] === undefined ? undefined : Number(input['campaign'])
    if (campaign !== undefined && state.pro.campaigns[campaign]?.account !== form.account)
      throw new SimulationRefusal('campaign', 'The account has no such campaign.')
    const times = orderedNumber('pushes', input['pushes'] ?? 1)
    const leadIds: string[] = []
    const told: Pushed[] = []
    for (let left = orderedNumber('count', input['count'] ?? 1); left > 0; left--) {
      const made = makeLead(state, {
        form: form.id,
        account: form.account,
        submittedAt: now,
        ...(campaign === undefined ? {} : { campaign }),
        test: input['test'] === true,
      })
      leadIds.push(made.id)
      told.push(...(await tellOfLead(state, made, { leadAction: 'CREATED', occurredAt: now }, times)))
    }
    return { leadIds, told }
  },
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications */
export const leadWithdrawal: Simulation = {
  does: 'A member takes back what they sent on a lead form: nobody is given it any more, and applications are told.',
  takes: {
    leadId: 'the id of a lead',
    pushes: 'how often the application is told: 0 loses the message, 2 repeats it; once without it',
  },
  async run(state, input, now) {
    const id = String(input['leadId'])
    const withdrawn = state.pro.leads?.[id]
    if (withdrawn === undefined) throw new SimulationRefusal('leadId', `There is no lead '${id}'.`)
    const times = orderedNumber('pushes', input['pushes'] ?? 1)
    delete state.pro.leads?.[id]
    return { told: await tellOfLead(state, withdrawn, { leadAction: 'DELETED', occurredAt: now }, times) }
  },
}

export const challenge: Simulation = {
  does: 'Every address that wants to be told of leads is asked whether it knows the application’s secret, as every two hours.',
  takes: {},
  async run(state) {
    const asked: unknown[] = []
    for (const notification of Object.values(state.pro.leadNotifications ?? {})) {
      const answer = await ask(state, notification)
      asked.push({ webhook: notification.webhook, validated: notification.validated, ...answer })
    }
    return { asked }
  },
}
