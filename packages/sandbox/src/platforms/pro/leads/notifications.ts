// Lead notifications: webhooks that must pass a challenge, and signed messages.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation

import { createHmac } from 'node:crypto'
import { deriveText } from '../../../core/derivedText.ts'
import type { Call } from '../../../core/exchange.ts'
import { type PushResult, pushWebhook } from '../../../core/push.ts'
import { nextNumber, type State } from '../../../core/state.ts'
import { getVisibleAccount, toUrn } from '../access.ts'
import { restCall } from '../call.ts'
import { invalidParam, proError, schemaError } from '../errors.ts'
import { asRecord, parseFields, requireFields } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { LeadNotification, ProLead } from '../state.ts'
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
    respond(request) {
      const fields = parseFields(request.json(), { webhook: 'text', owner: 'record', leadType: 'text' })
      requireFields(fields, ['webhook', 'owner', 'leadType'])
      const webhook = String(fields['webhook'])
      // The live platform accepts only https, but a loopback address cannot have a certificate.
      if (!/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//.test(webhook))
        throw schemaError(['/webhook :: must be an https address'])
      if (fields['leadType'] !== 'SPONSORED') throw invalidParam('leadType')
      const account = getVisibleAccount(request, String(asRecord(fields['owner'])?.['sponsoredAccount']))
      const { state } = request.exchange
      const id = nextNumber(state, 'pro.leadNotification')
      const { clientId } = request.caller.app
      state.pro.leadNotifications ??= {}
      const existing = Object.values(state.pro.leadNotifications).find(
        (other) => other.account === account.id && other.clientId === clientId && other.webhook === webhook,
      )
      if (existing === undefined) {
        const notification = { id, account: account.id, clientId, webhook, failures: 0, validated: false }
        state.pro.leadNotifications[id] = notification
        request.exchange.effect('lead_notification_created', String(id), { account: account.id })
      }
      return { status: 201, id: String(existing?.id ?? id) }
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
    respond(request) {
      const owner = asRecord(asRecord(request.params['owner'])?.['value'])?.['sponsoredAccount']
      if (typeof owner !== 'string') throw invalidParam('owner')
      const account = getVisibleAccount(request, owner)
      const rows = Object.values(request.exchange.state.pro.leadNotifications ?? {}).filter(
        (other) => other.account === account.id && other.clientId === request.caller.app.clientId,
      )
      return {
        body: offsetPage(request, rows, ({ id, webhook }) => ({
          id,
          webhook,
          owner: { sponsoredAccount: toUrn('sponsoredAccount', account.id) },
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
    respond(request) {
      const { leadNotifications = {} } = request.exchange.state.pro
      const id = Number(request.keys['notification'])
      const notification = leadNotifications[id]
      if (notification === undefined || notification.clientId !== request.caller.app.clientId)
        throw proError('NOT_FOUND')
      getVisibleAccount(request, toUrn('sponsoredAccount', notification.account))
      delete leadNotifications[id]
      request.exchange.effect('lead_notification_deleted', String(id), { account: notification.account })
      return { status: 204 }
    },
  }),
]

/** After this many failed challenges in a row, the platform stops the notifications to a webhook. */
const maxFailures = 3

/**
 * Checks whether a webhook knows the application's secret. Runs every two hours, and before the first
 * message.
 */
export async function challengeWebhook(state: State, notification: LeadNotification): Promise<PushResult> {
  const code = createChallengeCode(state)
  const app = state.apps.pro[notification.clientId]
  const response = await pushWebhook(`${notification.webhook}?challengeCode=${code}`, { method: 'GET' })
  const expected = createHmac('sha256', app?.clientSecret ?? '')
    .update(code)
    .digest('hex')
  const isValid = response.status === 200 && parseChallengeResponse(response.body ?? '', code) === expected
  notification.failures = isValid ? 0 : notification.failures + 1
  notification.validated = isValid || (notification.validated && notification.failures < maxFailures)
  return response
}

/** Returns the next challenge code, a type 4 UUID as the platform documents it. */
function createChallengeCode(state: State): string {
  const number = nextNumber(state, 'pro.challenge')
  const hex = Buffer.from(deriveText(`${state.seed}/challenge/${number}`, 32))
    .toString('hex')
    .slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function parseChallengeResponse(body: string, code: string): unknown {
  try {
    const response = asRecord(JSON.parse(body))
    return response?.['challengeCode'] === code ? response['challengeResponse'] : undefined
  } catch {
    return undefined
  }
}

/** The change of a lead: a member submitted or withdrew it. */
interface LeadAction {
  readonly leadAction: 'CREATED' | 'DELETED'
  readonly occurredAt: number
}

/** Sends a lead change to every subscribed webhook of the account, `pushCount` times. */
export async function pushLeadAction(
  state: State,
  lead: ProLead,
  action: LeadAction,
  pushCount: number,
): Promise<PushResult[]> {
  const pushResults: PushResult[] = []
  for (const notification of Object.values(state.pro.leadNotifications ?? {})) {
    const app = state.apps.pro[notification.clientId]
    if (app === undefined || notification.account !== lead.account || pushCount === 0) continue
    if (!notification.validated && notification.failures === 0) await challengeWebhook(state, notification)
    if (!notification.validated) continue
    const body = JSON.stringify({
      type: 'LEAD_ACTION',
      leadGenFormResponse: toUrn('leadGenFormResponse', lead.id),
      leadGenForm: formUrn(lead.form),
      owner: { sponsoredAccount: toUrn('sponsoredAccount', lead.account) },
      ...(lead.creative === undefined
        ? {}
        : { associatedEntity: { sponsoredCreative: toUrn('sponsoredCreative', lead.creative) } }),
      leadType: 'SPONSORED',
      ...action,
    })
    const { prefixedSignatures } = state.switches.pro
    // LinkedIn's documentation of the prefix is ambiguous: it belongs to the signed text, or to the header.
    const signedText = prefixedSignatures ? body : `hmacsha256=${body}`
    const hash = createHmac('sha256', app.clientSecret).update(signedText).digest('hex')
    const signature = prefixedSignatures ? `hmacsha256=${hash}` : hash
    const headers = { 'content-type': 'application/json', 'x-li-signature': signature }
    for (let attempt = 0; attempt < pushCount; attempt++)
      pushResults.push(await pushWebhook(notification.webhook, { headers, body }))
  }
  return pushResults
}
