// Endpoints that a platform calls: a person removed the app there, or requests data deletion.

import type { Routes } from '../http/routeTable.ts'
import { recordAppRemoval } from '../linking/appRemoval.ts'
import { requestDataDeletion } from '../linking/dataDeletion.ts'
import { acceptsCallbacks, type LinkingDeps } from '../linking/linking.ts'
import { ServiceError } from '../runtime/errors.ts'
import { findDeletion } from '../store/deletions.ts'
import { readForm } from './form.ts'
import { formatDay } from './languages.ts'
import { plainFrame } from './pageContext.ts'
import { plainPage, resultPage } from './pages.ts'
import { sendPage } from './send.ts'
import { fill } from './texts/sentences.ts'

export function addPlatformCallbacks(routes: Routes, linking: LinkingDeps): void {
  addDeletionPage(routes, linking)
  if (!acceptsCallbacks(linking, 'social')) return
  /** Meta notifies adrail that a person removed the app. Meta reads only the status of the response. */
  routes.post('/connect/deauthorize/social', async (exchange) => {
    const form = await readForm(exchange.request)
    if (!(await recordAppRemoval(linking, 'social', form.get('signed_request') ?? '')))
      throw new ServiceError('MALFORMED_REQUEST')
    exchange.send(200, { 'cache-control': 'no-store' })
  })

  /**
   * Meta forwards a deletion request, and shows the person the status
   * URL and the confirmation code of the response.
   */
  routes.post('/connect/data-deletion/social', async (exchange) => {
    const form = await readForm(exchange.request)
    const code = await requestDataDeletion(linking, 'social', form.get('signed_request') ?? '')
    if (code === undefined) throw new ServiceError('MALFORMED_REQUEST')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    const url = `${linking.publicUrl}/connect/data-deletion/${code}`
    exchange.send(200, headers, JSON.stringify({ url, confirmation_code: code }))
  })
}

function addDeletionPage(routes: Routes, linking: LinkingDeps): void {
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
