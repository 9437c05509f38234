// A person, or a page, removes the application, and the platform tells the application so.
// https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#deauth-callback

import { createHmac } from 'node:crypto'
import { type Simulation, SimulationRefusal } from '../../core/exchange.ts'
import type { State } from '../../core/state.ts'
import type { RegisteredApp } from '../../oauth/people.ts'
import { accessFields, afflict, grantsIn, personIn, type SimulationInput } from '../../oauth/simulations.ts'

export const deauthorize: Simulation = {
  does: 'The person removes the application on the social platform, which tells it so with a signed_request.',
  takes: {
    person: accessFields.person,
    url: 'the application’s deauthorize callback, on this machine',
    clientId: 'the application; the first one without it',
    page: 'the id of a page, when a page removed the application instead of the person',
  },
  run,
}

async function run(state: State, input: SimulationInput, now: number): Promise<unknown> {
  const person = personIn(state, input)
  const { url, page, clientId } = input as { url?: unknown; page?: unknown; clientId?: unknown }
  if (typeof url !== 'string' || !/^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\//.test(url)) {
    throw new SimulationRefusal(
      'url',
      `'url' is an address on this machine, such as 'http://127.0.0.1:8080/deauthorize'.`,
    )
  }
  const app = Object.values(state.apps.social).find(
    (known) => clientId === undefined || known.clientId === clientId,
  )
  if (app === undefined) {
    throw new SimulationRefusal(
      'clientId',
      `'clientId' is one of: ${Object.keys(state.apps.social).join(', ')}.`,
    )
  }
  const issued = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(now / 1000) }
  const payload =
    page === undefined
      ? { ...issued, user_id: person.ids.social, user: { country: 'us', locale: person.locale } }
      : { ...issued, user_id: 0, profile_id: String(page) }
  if (page === undefined) {
    afflict(grantsIn(state, { person: person.key, clientId: app.clientId }, 'social'), 'removed', false, now)
  }
  const body = new URLSearchParams({ signed_request: signedRequest(app, payload) })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(10_000),
      redirect: 'manual',
    })
    return { sent: payload, status: response.status, body: (await response.text()).slice(0, 2_000) }
  } catch (error) {
    return { sent: payload, status: 0, problem: String(error) }
  }
}

/** The form a person's removal of the application is told in: a payload signed with the application's secret. */
function signedRequest(app: RegisteredApp, payload: Readonly<Record<string, unknown>>): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', app.clientSecret).update(encoded).digest('base64url')}.${encoded}`
}
