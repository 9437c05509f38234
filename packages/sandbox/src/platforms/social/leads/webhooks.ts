// Webhooks that notify an application of leads: its page subscription, its one callback, and the signed
// messages.
// https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving#webhooks

import { createHmac } from 'node:crypto'
import { type PushResult, pushWebhook } from '../../../core/push.ts'
import type { State } from '../../../core/state.ts'
import type { RegisteredApp } from '../../../oauth/people.ts'
import { hasScope, requirePageToken } from '../access.ts'
import { invalidParameter, permissionDenied } from '../errors.ts'
import type { Edge } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import type { Lead, Page } from '../state.ts'

const docsUrl = 'https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps'
const webhookFields = ['feed', 'leadgen', 'leadgen_fat', 'mention', 'messages', 'name', 'ratings']

function requireMetadataScope(page: Page, request: GraphRequest): void {
  requirePageToken(request, page)
  if (!hasScope(request, 'pages_manage_metadata'))
    throw permissionDenied('Requires pages_manage_metadata permission to manage the object')
}

export const subscribedAppsEdge: Edge<Page> = {
  docsUrl,
  list(page, request) {
    requireMetadataScope(page, request)
    const items = Object.entries(request.social.subscribedApps?.[page.id] ?? {}).map(
      ([id, subscribedFields]) => ({
        id,
        subscribed_fields: subscribedFields,
      }),
    )
    return { kind: appKind, items }
  },
  create: {
    params: ['subscribed_fields'],
    run(page, request) {
      requireMetadataScope(page, request)
      const subscribedFields = request.params.choices('subscribed_fields', webhookFields)
      if (subscribedFields === undefined)
        throw invalidParameter('The parameter subscribed_fields is required.', {
          blame: ['subscribed_fields'],
        })
      request.social.subscribedApps ??= {}
      request.social.subscribedApps[page.id] = {
        ...request.social.subscribedApps[page.id],
        [request.caller.app.clientId]: subscribedFields,
      }
      request.exchange.effect('app_subscribed', page.id, { fields: subscribedFields })
      return { success: true }
    },
  },
}

const appKind = {
  type: 'Application',
  fields: {
    id: (app: { id: string }) => app.id,
    subscribed_fields: (app: { subscribed_fields: string[] }) => app.subscribed_fields,
  },
}

/** Sets the URL that receives the page notifications of an application. */
export function setCallbackUrl({ social }: State, clientId: string, url: string): void {
  social.callbacks = { ...social.callbacks, [clientId]: url }
}

/** Notifies every application that subscribes to the page's leads. Each message is sent `pushCount` times. */
export async function pushLeads(
  state: State,
  leads: readonly Lead[],
  now: number,
  pushCount = 1,
): Promise<PushResult[]> {
  const { social } = state
  const results: PushResult[] = []
  const leadsByPage = Map.groupBy(leads, ({ form }) => social.leadForms[form]?.page ?? '')
  for (const [pageId, pageLeads] of leadsByPage)
    for (const [clientId, subscribedFields] of Object.entries(social.subscribedApps?.[pageId] ?? {})) {
      const [app, url] = [state.apps.social[clientId], social.callbacks?.[clientId]]
      if (app === undefined || url === undefined || !subscribedFields.includes('leadgen')) continue
      const body = formatMessage(pageId, pageLeads, now)
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signBody(app, body) }
      for (let time = 0; time < pushCount; time++) results.push(await pushWebhook(url, { headers, body }))
    }
  return results
}

/** Ids are JSON numbers here, and too large for a JavaScript number, so the message is built as text. */
function formatMessage(pageId: string, leads: readonly Lead[], now: number): string {
  const changes = leads.map(({ id, form, ad, createdAt }) => {
    const adFields = ad === undefined ? '' : `"adgroup_id":${ad},"ad_id":${ad},`
    return `{"field":"leadgen","value":{"leadgen_id":${id},"page_id":${pageId},"form_id":${form},${adFields}"created_time":${Math.floor(createdAt / 1000)}}}`
  })
  return `{"object":"page","entry":[{"id":"${pageId}","time":${Math.floor(now / 1000)},"changes":[${changes.join(',')}]}]}`
}

function signBody({ clientSecret }: RegisteredApp, body: string): string {
  return `sha256=${createHmac('sha256', clientSecret).update(body).digest('hex')}`
}
