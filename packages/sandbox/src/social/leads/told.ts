// Webhooks that notify an application of leads: its page subscription, its one callback, and the signed
// messages.
// https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving#webhooks

import { createHmac } from 'node:crypto'
import { type Pushed, push } from '../../core/push.ts'
import type { State } from '../../core/state.ts'
import type { RegisteredApp } from '../../oauth/people.ts'
import { hasScope, requirePageToken } from '../access.ts'
import { invalid, lacksPermission } from '../errors.ts'
import type { Edge } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import type { Lead, Page } from '../state.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps'
const fields = ['feed', 'leadgen', 'leadgen_fat', 'mention', 'messages', 'name', 'ratings']

function requireMetadata(page: Page, request: GraphRequest): void {
  requirePageToken(request, page)
  if (!hasScope(request, 'pages_manage_metadata'))
    throw lacksPermission('Requires pages_manage_metadata permission to manage the object')
}

export const subscribedApps: Edge<Page> = {
  source,
  list(page, request) {
    requireMetadata(page, request)
    const items = Object.entries(request.social.subscribedApps?.[page.id] ?? {}).map(([id, subscribed]) => ({
      id,
      subscribed_fields: subscribed,
    }))
    return { kind: appKind, items }
  },
  create: {
    params: ['subscribed_fields'],
    run(page, request) {
      requireMetadata(page, request)
      const wanted = request.params.choices('subscribed_fields', fields)
      if (wanted === undefined)
        throw invalid('The parameter subscribed_fields is required.', { blame: ['subscribed_fields'] })
      request.social.subscribedApps ??= {}
      request.social.subscribedApps[page.id] = {
        ...request.social.subscribedApps[page.id],
        [request.caller.app.clientId]: wanted,
      }
      request.exchange.effect('app_subscribed', page.id, { fields: wanted })
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

/** Notifies every application that subscribes to the page's leads. Each message is sent `times` times. */
export async function tellOfLeads(
  state: State,
  leads: readonly Lead[],
  now: number,
  times = 1,
): Promise<Pushed[]> {
  const { social } = state
  const told: Pushed[] = []
  const byPage = Map.groupBy(leads, ({ form }) => social.leadForms[form]?.page ?? '')
  for (const [pageId, ofPage] of byPage)
    for (const [clientId, wanted] of Object.entries(social.subscribedApps?.[pageId] ?? {})) {
      const [app, url] = [state.apps.social[clientId], social.callbacks?.[clientId]]
      if (app === undefined || url === undefined || !wanted.includes('leadgen')) continue
      const body = messageOf(pageId, ofPage, now)
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(app, body) }
      for (let time = 0; time < times; time++) told.push(await push(url, { headers, body }))
    }
  return told
}

/** Ids are JSON numbers here, and too large for a JavaScript number, so the message is built as text. */
function messageOf(pageId: string, leads: readonly Lead[], now: number): string {
  const changes = leads.map(({ id, form, ad, createdAt }) => {
    const ofAd = ad === undefined ? '' : `"adgroup_id":${ad},"ad_id":${ad},`
    return `{"field":"leadgen","value":{"leadgen_id":${id},"page_id":${pageId},"form_id":${form},${ofAd}"created_time":${Math.floor(createdAt / 1000)}}}`
  })
  return `{"object":"page","entry":[{"id":"${pageId}","time":${Math.floor(now / 1000)},"changes":[${changes.join(',')}]}]}`
}

function signatureOf({ clientSecret }: RegisteredApp, body: string): string {
  return `sha256=${createHmac('sha256', clientSecret).update(body).digest('hex')}`
}
