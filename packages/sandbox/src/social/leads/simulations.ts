// Simulations of leads outside the API.

import { orderedNumber, type Simulation, SimulationRefusal } from '../../core/exchange.ts'
import { localUrl, push } from '../../core/push.ts'
import type { State } from '../../core/state.ts'
import { appIn } from '../login/signedRequests.ts'
import { entryOf } from '../relations.ts'
import type { Lead, LeadForm } from '../state.ts'
import { collect, makeLead } from './collect.ts'
import { tellOfLeads } from './told.ts'

/** Number of webhook deliveries per lead. 0 loses the message. */
const pushes = 'how often the application is told: 0 loses the message, 2 repeats it; once without it'

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
export const callback: Simulation = {
  does: 'Sets the address at which an application is told about pages, as its dashboard does: after a challenge that it must answer.',
  takes: {
    url: 'the application’s address, on this machine',
    verifyToken: 'what the application expects to be asked with',
    clientId: 'the application; the first one without it',
  },
  async run(state, input) {
    const url = localUrl('url', input['url'])
    const app = appIn(state, input['clientId'])
    const challenge = String(1_158_201_444 + Object.keys(state.social.callbacks ?? {}).length)
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': String(input['verifyToken'] ?? ''),
    })
    const answer = await push(`${url}?${query}`, { method: 'GET' })
    const verified = answer.status === 200 && answer.body === challenge
    if (verified) state.social.callbacks = { ...state.social.callbacks, [app.clientId]: url }
    return { verified, ...answer }
  },
}

export const lead: Simulation = {
  does: 'People fill in a lead form of a page, now.',
  takes: {
    formId: 'an active lead form',
    count: 'how many people; one without it',
    adId: 'the ad that showed them the form; none without it',
    disclaimers: 'the checkboxes of the disclaimer by key, true where ticked; none without it',
    pushes,
  },
  async run(state, input, now) {
    const form = formIn(state, input['formId'])
    const ad = input['adId'] === undefined ? undefined : entryOf(state.social.ads, String(input['adId']))
    if (input['adId'] !== undefined && ad === undefined)
      throw new SimulationRefusal('adId', `There is no ad '${String(input['adId'])}'.`)
    const count = orderedNumber('count', input['count'] ?? 1)
    const createdAt = Math.floor(now / 1000) * 1000
    const made = Array.from({ length: count }, () =>
      makeLead(state, {
        form: form.id,
        createdAt,
        ...(ad === undefined ? {} : { ad: ad.id }),
        ...disclaimersIn(input['disclaimers']),
      }),
    )
    return await told(state, made, input, now)
  },
}

export const arrivals: Simulation = {
  does: 'Looks which leads delivery has brought by now, and tells of them.',
  takes: { formId: 'a lead form', pushes },
  async run(state, input, now) {
    return await told(state, collect(state, formIn(state, input['formId']), now), input, now)
  },
}

async function told(
  state: State,
  leads: readonly Lead[],
  input: Readonly<Record<string, unknown>>,
  now: number,
) {
  const times = orderedNumber('pushes', input['pushes'] ?? 1)
  return { leadIds: leads.map(({ id }) => id), told: await tellOfLeads(state, leads, now, times) }
}

function disclaimersIn(given: unknown): Pick<Lead, 'disclaimers'> {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null)
    throw new SimulationRefusal('disclaimers', `'disclaimers' is an object of true and false.`)
  return {
    disclaimers: Object.fromEntries(Object.entries(given).map(([key, ticked]) => [key, ticked === true])),
  }
}

function formIn(state: State, formId: unknown): LeadForm {
  const form = entryOf(state.social.leadForms, String(formId))
  if (form === undefined) throw new SimulationRefusal('formId', `There is no lead form '${String(formId)}'.`)
  return form
}
