// Endpoints that a platform calls: a person removed the app there, or requests data deletion.

import { type Platform, platforms } from '@adrail/contract'
import type { Routes } from '../http/routeTable.ts'
import { type AppRemovalDeps, recordAppRemoval } from '../linking/appRemoval.ts'
import { type DeletionRequestDeps, requestDataDeletion } from '../linking/dataDeletion.ts'
import { acceptsCallbacks, type LinkingDeps } from '../linking/linking.ts'
import { ServiceError } from '../runtime/errors.ts'
import { findDeletion } from '../store/deletions.ts'
import { readForm } from './form.ts'
import { formatDay } from './languages.ts'
import { plainFrame } from './pageContext.ts'
import { plainPage, resultPage } from './pages.ts'
import { type PublicSite, sendPage } from './send.ts'
import { fill } from './texts/sentences.ts'

export function addPlatformCallbacks(routes: Routes, linking: LinkingDeps): void {
  addDeletionPage(routes, linking)
  for (const platform of platforms)
    if (linking.providers[platform].removalNotices && acceptsCallbacks(linking, platform))
      addRemovalRoutes(routes, linking, platform)
}

function addRemovalRoutes(
  routes: Routes,
  linking: AppRemovalDeps & DeletionRequestDeps,
  platform: Platform,
): void {
  /** The platform notifies adrail that a person removed the app, and reads only the status of the response. */
  routes.post(`/connect/deauthorize/${platform}`, async (exchange) => {
    const form = await readForm(exchange.request)
    if (!(await recordAppRemoval(linking, platform, form))) throw new ServiceError('MALFORMED_REQUEST')
    exchange.send(200, { 'cache-control': 'no-store' })
  })

  /** The platform forwards a deletion request, and shows the person the status URL of the response. */
  routes.post(`/connect/data-deletion/${platform}`, async (exchange) => {
    const response = await requestDataDeletion(linking, platform, await readForm(exchange.request))
    if (response === undefined) throw new ServiceError('MALFORMED_REQUEST')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    exchange.send(200, headers, JSON.stringify(response))
  })
}

function addDeletionPage(routes: Routes, linking: PublicSite & Pick<LinkingDeps, 'store'>): void {
  routes.get('/connect/data-deletion/:code', async (exchange) => {
    const frame = plainFrame(exchange)
    const texts = frame.language.texts.deletion
    const deletion = await findDeletion(linking.store.db, exchange.parameters['code'] ?? '')
    if (!deletion)
      return sendPage(exchange, linking, plainPage(frame, texts.unknown, texts.unknownText), { status: 404 })
    const day = (instant: number) => ({ day: formatDay(frame.language, instant) })
    const [title, text] =
      deletion.done_at === null
        ? [texts.underWay, fill(texts.underWayText, day(deletion.requested_at))]
        : [texts.done, fill(texts.doneText, day(deletion.done_at))]
    return sendPage(exchange, linking, resultPage(frame, { isSuccess: true, title, text, onward: undefined }))
  })
}
