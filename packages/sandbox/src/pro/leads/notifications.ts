// Where an application is told of leads: an address that must answer a challenge, and messages with a signature.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation

import { createHmac } from 'node:crypto'
import type { Call } from '../../core/exchange.ts'
import { type Pushed, push } from '../../core/push.ts'
import { nextNumber, type State } from '../../core/state.ts'
import { textFrom } from '../../oauth/tokenTexts.ts'
import { accountOf, urn } from '../access.ts'
import { restCall } from '../call.ts'
import { badParam, refusal, schemaRefusal } from '../errors.ts'
import { membersOf, recordOf, requireMembers } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { Lead, LeadNotification } from '../state.ts'
import { formUrn, leadScopes, leadSource } from './responses.ts'

const resource = 'leadNotifications'

export const notificationCalls: readonly Call[] = [
  restCall({
    name: 'leadNotifications.create',
    path: '/leadNotifications',
    method: 'CREATE',
    resource,
    scopes: leadScopes,
    source: leadSource,
    answer(request) {
      const given = membersOf(request.json(), { webhook: 'text', owner: 'record', leadType: 'text' })
      requireMembers(given, ['webhook', 'owner', 'leadType'])
      const webhook = String(given['webhook'])
      // Live takes https alone; an address on this very machine can have no certificate.
      if (!/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//.test(webhook))
        throw schemaRefusal(['/webhook :: must be an https address'])
      if (given['leadType'] !== 'SPONSORED') throw badParam('leadType')
      const account = accountOf(request, String(recordOf(given['owner'])?.['sponsoredAccount']))
      const { state } = request.exchange
      const id = nextNumber(state, 'pro.leadNotification')
      const { clientId } = request.caller.app
      state.pro.leadNotifications ??= {}
      const known = Object.values(state.pro.leadNotifications).find(
        (each) => each.account === account.id && each.clientId === clientId && each.webhook === webhook,
      )
      if (known === undefined) {
        const made = { id, account: account.id, clientId, webhook, failures: 0, validated: false }
        state.pro.leadNotifications[id] = made
        request.exchange.effect('lead_notification_created', String(id), { account: account.id })
      }
      return { status: 201, id: String(known?.id ?? id) }
    },
  }),
  restCall({
    name: 'leadNotifications.criteria',
    path: '/leadNotifications',
    method: 'FINDER',
    finder: 'criteria',
    resource,
    scopes: leadScopes,
    params: ['owner', 'leadType', ...offsetParams],
    source: leadSource,
    answer(request) {
      const owner = recordOf(recordOf(request.params['owner'])?.['value'])?.['sponsoredAccount']
      if (typeof owner !== 'string') throw badParam('owner')
      const account = accountOf(request, owner)
      const rows = Object.values(request.exchange.state.pro.leadNotifications ?? {}).filter(
        (each) => each.account === account.id && each.clientId === request.caller.app.clientId,
      )
      return {
        body: offsetPage(request, rows, ({ id, webhook }) => ({
          id,
          webhook,
          owner: { sponsoredAccount: urn('sponsoredAccount', account.id) },
          leadType: 'SPONSORED',
        })),
      }
    },
  }),
  restCall({
    name: 'leadNotifications.delete',
    path: '/leadNotifications/{notification}',
    method: 'DELETE',
    resource,
    scopes: leadScopes,
    source: leadSource,
    answer(request) {
      const { leadNotifications = {} } = request.exchange.state.pro
      const id = Number(request.keys['notification'])
      const known = leadNotifications[id]
      if (known === undefined || known.clientId !== request.caller.app.clientId) throw refusal('NOT_FOUND')
      accountOf(request, urn('sponsoredAccount', known.account))
      delete leadNotifications[id]
      request.exchange.effect('lead_notification_deleted', String(id), { account: known.account })
      return { status: 204 }
    },
  }),
]

/** After so many challenges in a row without an answer an address is told nothing more. */
const mostFailures = 3

/** Asks an address whether it knows the application's secret; done every two hours, and before the first message. */
export async function challenge(state: State, notification: LeadNotification): Promise<Pushed> {
  const code = uuidOf(state)
  const app = state.apps.pro[notification.clientId]
  const answer = await push(`${notification.webhook}?challengeCode=${code}`, { method: 'GET' })
  const expected = createHmac('sha256', app?.clientSecret ?? '')
    .update(code)
    .digest('hex')
  const answered = answer.status === 200 && responseIn(answer.body ?? '', code) === expected
  notification.failures = answered ? 0 : notification.failures + 1
  notification.validated = answered || (notification.validated && notification.failures < mostFailures)
  return answer
}

/** A type 4 UUID, as the platform promises; the next one of this world. */
function uuidOf(state: State): string {
  const number = nextNumber(state, 'pro.challenge')
  const hex = Buffer.from(textFrom(`${state.seed}/challenge/${number}`, 32))
    .toString('hex')
    .slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function responseIn(body: string, code: string): unknown {
  try {
    const answer = recordOf(JSON.parse(body))
    return answer?.['challengeCode'] === code ? answer['challengeResponse'] : undefined
  } catch {
    return undefined
  }
}

/** What happened to a lead: a member sent it, or took it back. */
interface LeadAction {
  readonly leadAction: 'CREATED' | 'DELETED'
  readonly occurredAt: number
}

/** Tells whoever wants to be told of an account's leads, as often as ordered. */
export async function tellOfLead(
  state: State,
  lead: Lead,
  action: LeadAction,
  times: number,
): Promise<Pushed[]> {
  const told: Pushed[] = []
  for (const notification of Object.values(state.pro.leadNotifications ?? {})) {
    const app = state.apps.pro[notification.clientId]
    if (app === undefined || notification.account !== lead.account || times === 0) continue
    if (!notification.validated && notification.failures === 0) await challenge(state, notification)
    if (!notification.validated) continue
    const body = JSON.stringify({
      type: 'LEAD_ACTION',
      leadGenFormResponse: urn('leadGenFormResponse', lead.id),
      leadGenForm: formUrn(lead.form),
      owner: { sponsoredAccount: urn('sponsoredAccount', lead.account) },
      ...(lead.creative === undefined
        ? {}
        : { associatedEntity: { sponsoredCreative: urn('sponsoredCreative', lead.creative) } }),
      leadType: 'SPONSORED',
      ...action,
    })
    const { prefixedSignatures } = state.switches.pro
    // LinkedIn's sentence about the prefix is read in two ways: it is part of what is signed, or of the header.
    const signed = prefixedSignatures ? body : `hmacsha256=${body}`
    const hash = createHmac('sha256', app.clientSecret).update(signed).digest('hex')
    const signature = prefixedSignatures ? `hmacsha256=${hash}` : hash
    const headers = { 'content-type': 'application/json', 'x-li-signature': signature }
    for (let time = 0; time < times; time++) told.push(await push(notification.webhook, { headers, body }))
  }
  return told
}
