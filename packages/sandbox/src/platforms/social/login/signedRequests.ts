// Callbacks with a signed_request: a person or a page removed the application, or a person requests the
// deletion of their data.
// https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#deauth-callback
// https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback

import { createHmac } from 'node:crypto'
import { type Simulation, SimulationInputError } from '../../../core/exchange.ts'
import { pushWebhook, readLoopbackUrl } from '../../../core/push.ts'
import type { State } from '../../../core/state.ts'
import type { RegisteredApp } from '../../../oauth/people.ts'
import {
  accessFields,
  readGrants,
  readPerson,
  type SimulationInput,
  setGrantsInvalid,
} from '../../../oauth/simulations.ts'

export const deauthorizeSimulation: Simulation = {
  description:
    'The person removes the application on the social platform, which notifies the application with a signed_request.',
  inputTexts: {
    person: accessFields.person,
    url: 'the application’s deauthorize callback, on this machine',
    clientId: 'the application; defaults to the first application',
    page: 'the id of a page, when a page removed the application instead of the person',
  },
  run: (state, input, now) => sendSignedRequest(state, input, now, input['page']),
}

/** A person who requests deletion has removed the application before. */
export const dataDeletionSimulation: Simulation = {
  description:
    'The person removes the application on the social platform and requests the deletion of their data.',
  inputTexts: {
    person: accessFields.person,
    url: 'the application’s data deletion callback, on this machine',
    clientId: 'the application; defaults to the first application',
  },
  run: (state, input, now) => sendSignedRequest(state, input, now),
}

async function sendSignedRequest(
  state: State,
  input: SimulationInput,
  now: number,
  page?: unknown,
): Promise<unknown> {
  const person = readPerson(state, input)
  const url = readLoopbackUrl('url', input['url'])
  const app = readApp(state, input['clientId'])
  // Recorded from live callbacks: the time is text, and `user_id` is null when a page removed the
  // application.
  const basePayload = { algorithm: 'HMAC-SHA256', issued_at: String(Math.floor(now / 1000)) }
  const payload =
    page === undefined
      ? { ...basePayload, user_id: person.ids.social, user: { country: 'us', locale: person.locale } }
      : { ...basePayload, user_id: null, profile_id: String(page) }
  if (page === undefined) {
    setGrantsInvalid(
      readGrants(state, { person: person.key, clientId: app.clientId }, 'social'),
      'removed',
      false,
      now,
    )
  }
  const body = new URLSearchParams({ signed_request: signRequest(app, payload) })
  return { sent: payload, ...(await pushWebhook(url, { body })) }
}

/** Returns the registered application with an id, or the first application without one. */
export function readApp(state: State, clientId: unknown): RegisteredApp {
  const app = Object.values(state.apps.social).find(
    (candidate) => clientId === undefined || candidate.clientId === clientId,
  )
  if (app === undefined) {
    throw new SimulationInputError(
      'clientId',
      `'clientId' must be one of: ${Object.keys(state.apps.social).join(', ')}.`,
    )
  }
  return app
}

/** Signs a payload with the application's secret, in the format of signed_request. */
function signRequest(app: RegisteredApp, payload: Readonly<Record<string, unknown>>): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', app.clientSecret).update(encoded).digest('base64url')}.${encoded}`
}
