// The routes of linking. GET changes nothing but how far a link has come; every step forward is a form of our own page.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../base/errors.ts'
import { comeBack, ForeignCallback } from '../linking/callback.ts'
import { choose, grantOf, otherPerson, usable } from '../linking/choice.ts'
import { findLinkByToken, linkLifeMs } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import { cancel, LinkEnded, markOpened, statusOf } from '../linking/linkStatus.ts'
import { problemTexts } from '../linking/problems.ts'
import { finalRedirect } from '../linking/redirects.ts'
import { noteRemoval } from '../linking/removal.ts'
import { signInHost, startTrip } from '../linking/trip.ts'
import type { Grant, LinkProblem } from '../platforms/kit/provider.ts'
import type { Selections } from '../platforms/kit/selections.ts'
import { findConnection } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { findUser } from '../store/users.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { asServiceError } from '../waist/failure.ts'
import { bindBrowser, bindingOf, bindingsOf, isSameBrowser } from './browser.ts'
import { readForm } from './form.ts'
import { againPage, onwardPage, plainPage, platformName, resultPage, type Scene, startPage } from './pages.ts'
import { type Earlier, hasPageStep, type PickerProblem, pickedIn, pickerPage, pickerPath } from './picker.ts'
import { redirect, sendPage } from './send.ts'
import { style } from './style.ts'

export function addConnectPages(server: FastifyInstance, linking: Linking): void {
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
    if (ended.has(status)) return await sendOutcome(reply, linking, link)
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
      if (ended.has(statusOf(link, linking.runtime))) throw new LinkEnded()
      const url = await startTrip(linking, link, secret, form.get('again') === 'yes')
      bindBrowser(reply, linking, { linkId: link.id, secret, token })
      const { workspace, host } = await sceneOf(linking, link, token)
      return sendPage(reply, linking, onwardPage(workspace, url, `Going to ${host} …`))
    } catch (error) {
      if (!(error instanceof LinkEnded)) throw error
      return redirect(reply, linking, `/connect/${token}`)
    }
  })

  server.get<TokenRoute>('/connect/:token/select', options, async (request, reply) => {
    const { token } = request.params
    const link = await findLinkByToken(linking, token)
    if (!link) return sendUnknown(reply, linking)
    if (!isChoosing(request, linking, link)) return redirect(reply, linking, `/connect/${token}`)
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    return await sendPicker(reply, linking, link, token, query)
  })

  server.post<TokenRoute>('/connect/:token/select', options, async (request, reply) => {
    const { token } = request.params
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const { link, form } = step
    if (ended.has(statusOf(link, linking.runtime))) return await sendOnward(reply, linking, link, token)
    if (!isChoosing(request, linking, link)) return redirect(reply, linking, `/connect/${token}`)

    const grant = grantOf(linking, link)
    const earlier = await earlierOf(linking, link, grant)
    const picked = pickedIn(form, grant, earlier)
    const base = `/connect/${token}`
    const [, part] = /^part-(\d{1,6})$/.exec(form.get('go') ?? '') ?? []
    if (part !== undefined)
      return redirect(reply, linking, pickerPath(base, { ...picked, part: Number(part) }))
    if (form.get('go') === 'search') return redirect(reply, linking, pickerPath(base, { ...picked, part: 0 }))
    if (form.get('go') === 'back')
      return redirect(reply, linking, pickerPath(base, { ...picked, step: 'account', query: '', part: 0 }))

    const refuse = (problem: PickerProblem) => sendPicker(reply, linking, link, token, form, problem)
    if (picked.accountId === '') return await refuse('account')
    // A social account needs a page as well; where there are several, it is chosen in a second step.
    if (hasPageStep(grant) && picked.step !== 'page')
      return redirect(reply, linking, pickerPath(base, { ...picked, step: 'page', query: '', part: 0 }))
    const pageId = hasPageStep(grant) ? picked.pageId : (usable(grant.pages)[0]?.id ?? '')
    if (hasPageStep(grant) && pageId === '') return await refuse('page')
    if (form.get('confirm') !== 'yes' && earlier?.otherPerson !== undefined) return await refuse('confirm')
    const { accountId, withPhotoAccount } = picked
    const done = await choose(linking, link, { accountId, pageId, withPhotoAccount })
    if (!ended.has(statusOf(done, linking.runtime))) return redirect(reply, linking, base)
    return await sendOnward(reply, linking, done, token)
  })

  server.post<TokenRoute>('/connect/:token/cancel', options, async (request, reply) => {
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const over = ended.has(statusOf(step.link, linking.runtime))
    const link = over ? step.link : await cancel(linking, step.link)
    return await sendOnward(reply, linking, link, request.params.token)
  })

  // Where a form was sent to is in the address bar for a moment; opened like a page, it leads to one.
  for (const action of ['start', 'cancel'])
    server.get<TokenRoute>(`/connect/:token/${action}`, options, async (request, reply) =>
      redirect(reply, linking, `/connect/${encodeURIComponent(request.params.token)}`),
    )
}

interface TokenRoute {
  Params: { token: string }
}

const ended: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'expired'])

/** A form of our own page, sent by our own page. */
async function ownStep(
  request: FastifyRequest<TokenRoute>,
  linking: Linking,
): Promise<{ link: Link; form: URLSearchParams } | undefined> {
  const form = await readForm(request.raw)
  const origin = request.headers.origin
  const site = request.headers['sec-fetch-site']
  const foreign =
    (origin !== undefined && origin !== 'null' && origin !== new URL(linking.publicUrl).origin) ||
    (site !== undefined && site !== 'same-origin')
  if (foreign || form.get('csrf') !== csrfOf(request.params.token)) return undefined
  const link = await findLinkByToken(linking, request.params.token)
  return link && { link, form }
}

function csrfOf(token: string): string {
  return hashOf(`csrf ${token}`)
}

function isChoosing(request: FastifyRequest, linking: Linking, link: Link): boolean {
  return statusOf(link, linking.runtime) === 'selecting' && isSameBrowser(request, linking, link)
}

/** The newest link that this browser began and has not finished. */
async function openLinkOf(request: FastifyRequest, linking: Linking): Promise<string | undefined> {
  for (const { token } of bindingsOf(request, linking).reverse().slice(0, 5)) {
    const link = await findLinkByToken(linking, token)
    if (link && !ended.has(statusOf(link, linking.runtime))) return `/connect/${token}`
  }
  return undefined
}

async function sceneOf(linking: Linking, link: Link, token: string): Promise<Scene> {
  const { db } = linking.store
  const workspace = await findWorkspace(db, link.workspace_id)
  const user = await findUser(db, link.workspace_id, link.user_id)
  return {
    workspace: workspace?.name ?? '',
    user: user?.name ?? '',
    platform: link.platform,
    host: signInHost(linking, link),
    base: `/connect/${token}`,
    csrf: csrfOf(token),
  }
}

async function sendPicker(
  reply: FastifyReply,
  linking: Linking,
  link: Link,
  token: string,
  values: URLSearchParams,
  problem?: PickerProblem,
): Promise<FastifyReply> {
  const grant = grantOf(linking, link)
  const earlier = await earlierOf(linking, link, grant)
  const view = { grant, earlier, picked: pickedIn(values, grant, earlier), problem }
  const page = pickerPage(await sceneOf(linking, link, token), view)
  return sendPage(reply, linking, page, problem === undefined ? 200 : 400)
}

/** What the user is connected to until now on this platform. */
async function earlierOf(linking: Linking, link: Link, grant: Grant): Promise<Earlier | undefined> {
  const connection = await findConnection(linking.store.db, link.workspace_id, link.user_id, link.platform)
  if (!connection) return undefined
  const selection = JSON.parse(connection.selection) as Partial<Selections['social'] & Selections['search']>
  return {
    accountId: selection.adAccountId ?? selection.accountId ?? '',
    accountName: selection.adAccountName ?? selection.accountName ?? '',
    pageId: selection.page?.id ?? '',
    withPhotoAccount: selection.page === undefined || selection.photoAccount !== undefined,
    otherPerson: await otherPerson(linking, link, grant),
  }
}

/** The link has just ended: back to the caller, or to the page that says how, which can be loaded again. */
async function sendOnward(
  reply: FastifyReply,
  linking: Linking,
  link: Link,
  token: string,
): Promise<FastifyReply> {
  const onward = await finalRedirect(linking, link)
  if (onward === undefined) return redirect(reply, linking, `/connect/${token}`)
  const workspace = (await findWorkspace(linking.store.db, link.workspace_id))?.name ?? ''
  return sendPage(reply, linking, onwardPage(workspace, onward, `Back to ${workspace} …`))
}

/** The link is over, and somebody opens it. */
async function sendOutcome(reply: FastifyReply, linking: Linking, link: Link): Promise<FastifyReply> {
  const workspace = (await findWorkspace(linking.store.db, link.workspace_id))?.name ?? ''
  const onward = await finalRedirect(linking, link)
  const status = statusOf(link, linking.runtime)
  const name = platformName(link.platform)
  const texts: Readonly<Record<string, { title: string; text: string }>> = {
    completed: { title: 'Connected', text: `Your ${name} account is connected to ${workspace}.` },
    cancelled: { title: 'Not connected', text: 'You stopped before the end. Nothing was changed.' },
    expired: {
      title: 'This link has expired',
      text: `Links are good for ${linkLifeMs / 60_000} minutes. Ask ${workspace} for a new one.`,
    },
  }
  const { title, text } = texts[status] ?? {
    title: 'Not connected',
    text: `${problemTexts[link.error_code as LinkProblem] ?? 'Something went wrong.'} Nothing was changed.`,
  }
  return sendPage(
    reply,
    linking,
    resultPage(workspace, { good: status === 'completed', title, text, onward }),
  )
}

function sendUnknown(reply: FastifyReply, linking: Linking): FastifyReply {
  const text =
    'This link does not exist, or not any more. Check that you opened all of it, or ask for a new one.'
  return sendPage(reply, linking, plainPage('Unknown link', text), 404)
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
