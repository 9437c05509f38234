// The routes of linking. GET changes nothing but how far a link has come; every step forward is a form of our own page.

import cookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../base/errors.ts'
import { comeBack, ForeignCallback } from '../linking/callback.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { cancel, LinkEnded, markOpened, statusOf } from '../linking/linkStatus.ts'
import { finalRedirect } from '../linking/redirects.ts'
import { noteRemoval } from '../linking/removal.ts'
import { startTrip } from '../linking/trip.ts'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { asServiceError } from '../waist/failure.ts'
import { bindBrowser, bindingOf, bindingsOf, isSameBrowser } from './browser.ts'
import { readForm } from './form.ts'
import { sendOnward, sendOutcome, sendUnknown } from './outcome.ts'
import { againPage, onwardPage, plainPage, startPage } from './pages.ts'
import { addSelecting } from './selecting.ts'
import { redirect, sendPage } from './send.ts'
import { isOver, ownStep, sceneOf, type TokenRoute } from './steps.ts'
import { style } from './style.ts'

export function addConnectPages(server: FastifyInstance, linking: Linking): void {
  // In a scope of their own: nothing else of the service has cookies.
  server.register(async (pages) => {
    await pages.register(cookie)
    addRoutes(pages, linking)
  })
}

function addRoutes(server: FastifyInstance, linking: Linking): void {
  const options = { errorHandler: errorPages(linking) }

  server.get('/connect/style.css', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(style),
  )

  /** The social platform tells that a person removed the app. It reads the status and nothing else. */
  server.post('/connect/deauthorize/social', async (request, reply) => {
    const form = await readForm(request.raw)
    if (!(await noteRemoval(linking, 'social', form.get('signed_request') ?? '')))
      throw new ServiceError('MALFORMED_REQUEST')
    return reply.header('cache-control', 'no-store').send('')
  })

  server.get<{ Params: { platform: string } }>(
    '/connect/callback/:platform',
    options,
    async (request, reply) => {
      const parameters = new URLSearchParams(request.url.split('?')[1] ?? '')
      try {
        const { link, next } = await comeBack(
          linking,
          request.params.platform,
          parameters,
          (id) => bindingOf(request, linking, id)?.secret,
        )
        const base = `/connect/${bindingOf(request, linking, link.id)?.token ?? ''}`
        if (next === 'choose') return redirect(reply, linking, `${base}/select`)
        // The code and the state leave the address bar in any case, and what is shown can be loaded again.
        const onward = next === 'done' ? await finalRedirect(linking, link) : undefined
        return redirect(reply, linking, onward ?? base)
      } catch (error) {
        if (!(error instanceof ForeignCallback)) throw error
        linking.log.info('callback refused', { reason: error.message, platform: request.params.platform })
        return sendPage(
          reply,
          linking,
          plainPage(
            'This did not work',
            'This answer belongs to no link that was opened in this browser, or it was used already. If you were done, you can close this page. Otherwise open your link again, in the browser in which you want to finish it.',
            await openLinkOf(request, linking),
          ),
          400,
        )
      }
    },
  )

  server.get<TokenRoute>('/connect/:token', options, async (request, reply) => {
    const { token } = request.params
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknown(reply, linking)
    const status = statusOf(link, linking.runtime)
    if (isOver(linking, link)) return await sendOutcome(reply, linking, link)
    const isHere = isSameBrowser(request, linking, link)
    if (isHere && status === 'selecting') return redirect(reply, linking, `/connect/${token}/select`)
    const scene = await sceneOf(linking, link, token)
    if (isHere && status === 'opened' && link.error_code !== '')
      return sendPage(reply, linking, againPage(scene, link.error_code as LinkProblem))
    await markOpened(linking, link)
    return sendPage(reply, linking, startPage(scene))
  })

  server.post<TokenRoute>('/connect/:token/start', options, async (request, reply) => {
    const { token } = request.params
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const { link, form } = step
    const secret = linking.runtime.randomBytes(32).toString('base64url')
    try {
      if (isOver(linking, link)) throw new LinkEnded()
      const url = await startTrip(linking, link, secret, form.get('again') === 'yes')
      bindBrowser(reply, linking, { linkId: link.id, secret, token })
      const { workspace, host } = await sceneOf(linking, link, token)
      return sendPage(reply, linking, onwardPage(workspace, url, `Going to ${host} …`))
    } catch (error) {
      if (!(error instanceof LinkEnded)) throw error
      return redirect(reply, linking, `/connect/${token}`)
    }
  })

  addSelecting(server, linking, options)

  server.post<TokenRoute>('/connect/:token/cancel', options, async (request, reply) => {
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const over = isOver(linking, step.link)
    const link = over ? step.link : await cancel(linking, step.link)
    return await sendOnward(reply, linking, link, request.params.token)
  })

  // Where a form was sent to is in the address bar for a moment; opened like a page, it leads to one.
  for (const action of ['start', 'cancel'])
    server.get<TokenRoute>(`/connect/:token/${action}`, options, async (request, reply) =>
      redirect(reply, linking, `/connect/${encodeURIComponent(request.params.token)}`),
    )
}

/** The newest link that this browser began and has not finished. */
async function openLinkOf(request: FastifyRequest, linking: Linking): Promise<string | undefined> {
  for (const { token } of bindingsOf(request, linking).reverse().slice(0, 5)) {
    const link = await findLinkByToken(linking, token)
    if (link && !isOver(linking, link)) return `/connect/${token}`
  }
  return undefined
}

/** A person reads these: whatever goes wrong on a page is told on a page. */
function errorPages(linking: Linking) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = asServiceError(error)
    if (failure.code === 'INTERNAL') linking.log.error('page failed', error, { requestId: request.id })
    const text =
      failure.status < 500
        ? failure.message
        : `Something went wrong on our side. Please try again in a moment. (${request.id})`
    return sendPage(reply, linking, plainPage('This did not work', text), failure.status)
  }
}
