// Simulations of leads outside the API.

import { readCount, type Simulation, SimulationInputError } from '../../../core/exchange.ts'
import { pushWebhook, readLoopbackUrl } from '../../../core/push.ts'
import type { State } from '../../../core/state.ts'
import { readApp } from '../login/signedRequests.ts'
import { findEntry } from '../relations.ts'
import type { Lead, LeadForm } from '../state.ts'
import { createDeliveredLeads, createLead } from './collect.ts'
import { pushLeads, setCallbackUrl } from './webhooks.ts'

/** Number of webhook deliveries per lead. 0 loses the message. */
const pushesDescription =
  'number of messages to the application: 0 loses the message, 2 repeats the message; defaults to 1'

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
export const callbackSimulation: Simulation = {
  description:
    'Sets the URL that receives the page notifications of an application, as the dashboard does. The URL must answer a challenge.',
  inputTexts: {
    url: 'the application’s URL, on this machine',
    verifyToken: 'the verify token that the application expects',
    clientId: 'the application; defaults to the first application',
  },
  async run(state, input) {
    const url = readLoopbackUrl('url', input['url'])
    const app = readApp(state, input['clientId'])
    const challenge = String(1_158_201_444 + Object.keys(state.social.callbacks ?? {}).length)
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': String(input['verifyToken'] ?? ''),
    })
    const response = await pushWebhook(`${url}?${query}`, { method: 'GET' })
    const isVerified = response.status === 200 && response.body === challenge
    if (isVerified) setCallbackUrl(state, app.clientId, url)
    return { verified: isVerified, ...response }
  },
}

export const leadSimulation: Simulation = {
  description: 'People submit a lead form of a page immediately.',
  inputTexts: {
    formId: 'an active lead form',
    count: 'number of people; defaults to 1',
    adId: 'the ad that showed the form; defaults to none',
    disclaimers: 'the checkboxes of the disclaimer by key, true if selected; defaults to none',
    pushes: pushesDescription,
  },
  async run(state, input, now) {
    const form = readForm(state, input['formId'])
    const ad = input['adId'] === undefined ? undefined : findEntry(state.social.ads, String(input['adId']))
    if (input['adId'] !== undefined && ad === undefined)
      throw new SimulationInputError('adId', `No ad '${String(input['adId'])}'.`)
    const count = readCount('count', input['count'] ?? 1)
    const createdAt = Math.floor(now / 1000) * 1000
    const createdLeads = Array.from({ length: count }, () =>
      createLead(state, {
        form: form.id,
        createdAt,
        ...(ad === undefined ? {} : { ad: ad.id }),
        ...readDisclaimers(input['disclaimers']),
      }),
    )
    return await pushAndReport(state, createdLeads, input, now)
  },
}

export const arrivalsSimulation: Simulation = {
  description: 'Checks which leads the delivery has generated until now, and sends their notifications.',
  inputTexts: { formId: 'a lead form', pushes: pushesDescription },
  async run(state, input, now) {
    return await pushAndReport(
      state,
      createDeliveredLeads(state, readForm(state, input['formId']), now),
      input,
      now,
    )
  },
}

async function pushAndReport(
  state: State,
  leads: readonly Lead[],
  input: Readonly<Record<string, unknown>>,
  now: number,
) {
  const pushCount = readCount('pushes', input['pushes'] ?? 1)
  return { leadIds: leads.map(({ id }) => id), told: await pushLeads(state, leads, now, pushCount) }
}

function readDisclaimers(rawDisclaimers: unknown): Pick<Lead, 'disclaimers'> {
  if (rawDisclaimers === undefined) return {}
  if (typeof rawDisclaimers !== 'object' || rawDisclaimers === null)
    throw new SimulationInputError('disclaimers', `'disclaimers' must be an object of true and false.`)
  return {
    disclaimers: Object.fromEntries(
      Object.entries(rawDisclaimers).map(([key, isTicked]) => [key, isTicked === true]),
    ),
  }
}

function readForm(state: State, formId: unknown): LeadForm {
  const form = findEntry(state.social.leadForms, String(formId))
  if (form === undefined) throw new SimulationInputError('formId', `No lead form '${String(formId)}'.`)
  return form
}
