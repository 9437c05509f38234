// Readers' replies to ads, and the signed notices about them.

import { createHmac } from 'node:crypto'
import { readCount, type Simulation, SimulationInputError } from '../../core/exchange.ts'
import { type PushResult, pushWebhook } from '../../core/push.ts'
import { nextNumber, type State } from '../../core/state.ts'
import { generateLeadPerson } from '../../delivery/leadPeople.ts'
import type { TownReply } from './state.ts'

/** Returns a reply as the API returns it. */
export function serializeReply({ id, campaign, submittedAt }: TownReply, campaignName: string) {
  const { firstName, lastName, phone } = generateLeadPerson(id)
  return { id, campaign, campaignName, submittedAt, name: `${firstName} ${lastName}`, phone }
}

export const townLeadSimulation: Simulation = {
  description: 'A reader of the newspaper replies to an ad, now.',
  inputTexts: {
    campaign: 'the id of a campaign',
    pushes: 'how often the application is notified: 0 loses the notice; once without it',
  },
  async run(state, input, now) {
    const campaign = state.town.campaigns[String(input['campaign'])]
    if (campaign === undefined) throw new SimulationInputError('campaign', 'There is no such campaign.')
    const reply = { id: `reply-${nextNumber(state, 'town-reply')}`, campaign: campaign.id, submittedAt: now }
    state.town.replies.push(reply)
    const told: PushResult[] = []
    for (let remaining = readCount('pushes', input['pushes'] ?? 1); remaining > 0; remaining--)
      told.push(...(await pushNotice(state, campaign.account, now)))
    return { leadIds: [reply.id], told }
  },
}

async function pushNotice({ town, apps }: State, account: string, at: number): Promise<PushResult[]> {
  const callback = town.accounts[account]?.callback
  if (callback === undefined) return []
  const body = JSON.stringify({ account, at })
  const secret = apps.town[callback.clientId]?.clientSecret ?? ''
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return [await pushWebhook(callback.url, { headers: { 'x-town-signature': signature }, body })]
}
