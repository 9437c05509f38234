// What a platform itself calls: a person removed the app there, or wants their data deleted.

import { ServiceError } from '../base/errors.ts'
import type { Routes } from '../http/routeTable.ts'
import { requestDeletion } from '../linking/deletion.ts'
import type { Linking } from '../linking/linking.ts'
import { noteRemoval } from '../linking/removal.ts'
import { findDeletion } from '../store/deletions.ts'
import { readForm } from './form.ts'
import type { Pages } from './onPages.ts'
import { plainPage, resultPage } from './pages.ts'
import { sendPage } from './send.ts'

export function addPlatformCallbacks(routes: Routes, pages: Pages, linking: Linking): void {
  /** The social platform tells that a person removed the app. It reads the status and nothing else. */
  routes.post('/connect/deauthorize/social', async (exchange) => {
    const form = await readForm(exchange.request)
    if (!(await noteRemoval(linking, 'social', form.get('signed_request') ?? '')))
      throw new ServiceError('MALFORMED_REQUEST')
    exchange.send(200, { 'cache-control': 'no-store' })
  })

  /** It hands on that a person wants their data deleted, and shows them the answer: where to look, and by which code. */
  routes.post('/connect/data-deletion/social', async (exchange) => {
    const form = await readForm(exchange.request)
    const code = await requestDeletion(linking, 'social', form.get('signed_request') ?? '')
    if (code === undefined) throw new ServiceError('MALFORMED_REQUEST')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    const url = `${linking.publicUrl}/connect/data-deletion/${code}`
    exchange.send(200, headers, JSON.stringify({ url, confirmation_code: code }))
  })

  pages.get('/connect/data-deletion/:code', async (exchange) => {
    const found = await findDeletion(linking.store.db, exchange.parameters['code'] ?? '')
    if (!found) {
      const text = 'No request to delete data has this code. Check that you opened all of the address.'
      return sendPage(exchange, linking, plainPage('Unknown code', text), { status: 404 })
    }
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)
    const told =
      found.done_at === null
        ? {
            title: 'Your data is being deleted',
            text: `You asked for it on ${day(found.requested_at)}. Something that was under way is finished first; that takes a day at most.`,
          }
        : {
            title: 'Your data was deleted',
            text: `What was stored about you was deleted on ${day(found.done_at)}.`,
          }
    return sendPage(exchange, linking, resultPage('', { good: true, ...told, onward: undefined }))
  })
}
