// Routes of linking. GET requests change nothing but the status
// `opened`. Every other step is a form of adrail's own pages.

import { Turns } from '../base/turns.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import { comeBack, ForeignCallback } from '../linking/callback.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { cancel, LinkEnded, markOpened, statusOf } from '../linking/linkStatus.ts'
import { finalRedirect } from '../linking/redirects.ts'
import { startTrip } from '../linking/trip.ts'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { bindingCookie, bindingOf, bindingsOf, isSameBrowser } from './browser.ts'
import { addLook } from './look.ts'
import { sendOnward, sendOutcome, sendUnknown } from './outcome.ts'
import { againPage, onwardPage, plainPage, startPage } from './pages.ts'
import { addPlatformCallbacks } from './platformCallbacks.ts'
import { addSelecting } from './selecting.ts'
import { redirect, sendPage } from './send.ts'
import { isOver, ownStep, plainFrame, sceneOf, tokenOf } from './steps.ts'
import { tellOnPage } from './tellOnPage.ts'
import { fill } from './texts/sentences.ts'

export function addConnectPages(routes: Routes, linking: Linking): void {
  routes.tell('/connect/', tellOnPage(linking))

  addLook(routes, linking)
  addPlatformCallbacks(routes, linking)

  routes.get('/connect/callback/:platform', async (exchange) => {
    const platform = exchange.parameters['platform'] ?? ''
    try {
      const { link, next } = await comeBack(
        linking,
        platform,
        exchange.query,
        (id) => bindingOf(exchange, linking, id)?.secret,
      )
      const token = bindingOf(exchange, linking, link.id)?.token ?? ''
      const base = `/connect/${token}`
      if (next === 'choose') return redirect(exchange, linking, `${base}/select`)
      // Meta adds the fragment `#_=_`, which browsers carry through redirects. A page in between removes it.
      if (next === 'done' && platform === 'social') return await sendOnward(exchange, linking, link, token)
      // The redirect removes the code and the state from the address
      // bar, and the user can reload the next page.
      const onward = next === 'done' ? await finalRedirect(linking, link) : undefined
      return redirect(exchange, linking, onward ?? base)
    } catch (error) {
      if (!(error instanceof ForeignCallback)) throw error
      linking.log.info('linking.callback_refused', { reason: error.message, platform })
      const frame = plainFrame(exchange)
      const { failures } = frame.language.texts
      return sendPage(
        exchange,
        linking,
        plainPage(frame, failures.title, failures.foreign, await openLinkOf(exchange, linking)),
        { status: 400 },
      )
    }
  })

  routes.get('/connect/:token', async (exchange) => {
    const token = tokenOf(exchange)
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknown(exchange, linking)
    const status = statusOf(linking, link)
    if (isOver(linking, link)) return await sendOutcome(exchange, linking, link)
    const isHere = isSameBrowser(exchange, linking, link)
    if (isHere && status === 'selecting') return redirect(exchange, linking, `/connect/${token}/select`)
    const scene = await sceneOf(exchange, linking, link)
    if (isHere && status === 'opened' && link.error_code !== '')
      return sendPage(exchange, linking, againPage(scene, link.error_code as LinkProblem))
    await markOpened(linking, link)
    return sendPage(exchange, linking, startPage(scene))
  })

  // If a form is submitted twice, the browser follows the later response, so the stored state must belong
  // to that response. Requests for one link therefore run in the order in which they arrive.
  const turns = new Turns()
  routes.post('/connect/:token/start', (exchange) =>
    turns.take(tokenOf(exchange), () => start(exchange, linking)),
  )

  addSelecting(routes, linking)

  routes.post('/connect/:token/cancel', async (exchange) => {
    const step = await ownStep(exchange, linking)
    if (!step) return sendUnknown(exchange, linking)
    const over = isOver(linking, step.link)
    const link = over ? step.link : await cancel(linking, step.link)
    return await sendOnward(exchange, linking, link, tokenOf(exchange))
  })

  // The URL of a submitted form stays in the address bar for a moment.
  // If it is opened with GET, it redirects to the page.
  for (const action of ['start', 'cancel'])
    routes.get(`/connect/:token/${action}`, async (exchange) =>
      redirect(exchange, linking, `/connect/${encodeURIComponent(tokenOf(exchange))}`),
    )
}

/** Returns the newest link that this browser started and did not finish. */
async function openLinkOf(exchange: Exchange, linking: Linking): Promise<string | undefined> {
  for (const { token } of bindingsOf(exchange, linking).reverse().slice(0, 5)) {
    const link = await findLinkByToken(linking, token)
    if (link && !isOver(linking, link)) return `/connect/${token}`
  }
  return undefined
}

async function start(exchange: Exchange, linking: Linking): Promise<void> {
  const token = tokenOf(exchange)
  const step = await ownStep(exchange, linking)
  if (!step) return sendUnknown(exchange, linking)
  const { link, form } = step
  const secret = linking.runtime.randomBytes(32).toString('base64url')
  try {
    if (isOver(linking, link)) throw new LinkEnded()
    const url = await startTrip(linking, link, secret, form.get('again') === 'yes')
    const scene = await sceneOf(exchange, linking, link)
    const title = fill(scene.language.texts.onward.goingTo, { place: scene.host })
    return sendPage(exchange, linking, onwardPage(scene, url, title), {
      headers: { 'set-cookie': bindingCookie(linking, { linkId: link.id, secret, token }) },
    })
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    return redirect(exchange, linking, `/connect/${token}`)
  }
}
