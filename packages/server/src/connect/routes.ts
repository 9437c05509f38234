// Routes of linking. GET requests change nothing but the status
// `opened`. Every other step is a form of adrail's own pages.

import { KeyedMutex } from '../concurrency/keyedMutex.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import { ForeignCallback, handleCallback } from '../linking/callback.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import { getProvider, type LinkingDeps } from '../linking/linking.ts'
import { cancelLink, getCurrentLinkStatus, LinkEnded, markLinkOpened } from '../linking/linkStatus.ts'
import { startOauthFlow } from '../linking/oauthFlow.ts'
import { buildFinalRedirect } from '../linking/redirects.ts'
import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'
import { addAssetRoutes } from './assets.ts'
import { bindingCookie, findBinding, isSameBrowser, listBindings } from './browserBinding.ts'
import { renderErrorPage } from './errorPages.ts'
import { sendOnward, sendOutcome, sendUnknownLink } from './outcome.ts'
import { getLinkToken, isLinkEnded, loadPageContext, plainFrame, readLinkForm } from './pageContext.ts'
import { onwardPage, plainPage, retryPage, startPage } from './pages.ts'
import { addPickerRoutes } from './pickerRoutes.ts'
import { addPlatformCallbacks } from './platformCallbacks.ts'
import { type PublicSite, redirect, sendPage } from './send.ts'
import { fill } from './texts/sentences.ts'

export function addConnectPages(routes: Routes, linking: LinkingDeps): void {
  routes.onFailure('/connect/', renderErrorPage(linking))

  addAssetRoutes(routes, linking)
  addPlatformCallbacks(routes, linking)

  routes.get('/connect/callback/:platform', async (exchange) => {
    const platform = exchange.parameters['platform'] ?? ''
    try {
      const { link, next } = await handleCallback(
        linking,
        platform,
        exchange.query,
        (id) => findBinding(exchange, linking, id)?.secret,
      )
      const token = findBinding(exchange, linking, link.id)?.token ?? ''
      const base = `/connect/${token}`
      if (next === 'choose') return redirect(exchange, linking, `${base}/select`)
      // A page in between removes the fragment.
      if (next === 'done' && getProvider(linking, link).addsFragment)
        return await sendOnward(exchange, linking, link, token)
      // The redirect removes the code and the state from the address
      // bar, and the user can reload the next page.
      const callerUrl = next === 'done' ? await buildFinalRedirect(linking, link) : undefined
      return redirect(exchange, linking, callerUrl ?? base)
    } catch (error) {
      if (!(error instanceof ForeignCallback)) throw error
      linking.log.info('linking.callback_refused', { reason: error.message, platform })
      const frame = plainFrame(exchange)
      const { failures } = frame.language.texts
      return sendPage(
        exchange,
        linking,
        plainPage(frame, failures.title, failures.foreignCallback, await findOpenLinkPath(exchange, linking)),
        { status: 400 },
      )
    }
  })

  routes.get('/connect/:token', async (exchange) => {
    const token = getLinkToken(exchange)
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknownLink(exchange, linking)
    const status = getCurrentLinkStatus(linking, link)
    if (isLinkEnded(linking, link)) return await sendOutcome(exchange, linking, link)
    const isOwnBrowser = isSameBrowser(exchange, linking, link)
    if (isOwnBrowser && status === 'selecting') return redirect(exchange, linking, `/connect/${token}/select`)
    const pageContext = await loadPageContext(exchange, linking, link)
    if (isOwnBrowser && status === 'opened' && link.error_code !== '')
      return sendPage(exchange, linking, retryPage(pageContext, link.error_code as LinkFailureReason))
    await markLinkOpened(linking, link)
    return sendPage(exchange, linking, startPage(pageContext))
  })

  // If a form is submitted twice, the browser follows the later response, so the stored state must belong
  // to that response. Requests for one link therefore run in the order in which they arrive.
  const startQueue = new KeyedMutex()
  routes.post('/connect/:token/start', (exchange) =>
    startQueue.run(getLinkToken(exchange), () => startLink(exchange, linking)),
  )

  addPickerRoutes(routes, linking)

  routes.post('/connect/:token/cancel', async (exchange) => {
    const submission = await readLinkForm(exchange, linking)
    if (!submission) return sendUnknownLink(exchange, linking)
    const isEnded = isLinkEnded(linking, submission.link)
    const link = isEnded ? submission.link : await cancelLink(linking, submission.link)
    return await sendOnward(exchange, linking, link, getLinkToken(exchange))
  })

  // The URL of a submitted form stays in the address bar for a moment.
  // If it is opened with GET, it redirects to the page.
  for (const action of ['start', 'cancel'])
    routes.get(`/connect/:token/${action}`, async (exchange) =>
      redirect(exchange, linking, `/connect/${encodeURIComponent(getLinkToken(exchange))}`),
    )
}

/** Returns the newest link that this browser started and did not finish. */
async function findOpenLinkPath(
  exchange: Exchange,
  linking: PublicSite & Pick<LinkingDeps, 'store' | 'times'>,
): Promise<string | undefined> {
  for (const { token } of listBindings(exchange, linking).reverse().slice(0, 5)) {
    const link = await findLinkByToken(linking, token)
    if (link && !isLinkEnded(linking, link)) return `/connect/${token}`
  }
  return undefined
}

async function startLink(exchange: Exchange, linking: LinkingDeps): Promise<void> {
  const token = getLinkToken(exchange)
  const submission = await readLinkForm(exchange, linking)
  if (!submission) return sendUnknownLink(exchange, linking)
  const { link, form } = submission
  const secret = linking.runtime.randomBytes(32).toString('base64url')
  try {
    if (isLinkEnded(linking, link)) throw new LinkEnded()
    const url = await startOauthFlow(linking, link, secret, form.get('again') === 'yes')
    const pageContext = await loadPageContext(exchange, linking, link)
    const title = fill(pageContext.language.texts.onward.goingTo, { place: pageContext.host })
    return sendPage(exchange, linking, onwardPage(pageContext, url, title), {
      headers: { 'set-cookie': bindingCookie(linking, { linkId: link.id, secret, token }) },
    })
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    return redirect(exchange, linking, `/connect/${token}`)
  }
}
