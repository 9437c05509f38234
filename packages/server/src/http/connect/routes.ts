// The routes of linking. GET changes nothing but how far a link has come; every step forward is a form of our own page.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import {
  cancel,
  choose,
  comeBack,
  ForeignCallback,
  finalRedirect,
  findLinkByToken,
  grantOf,
  hashOf,
  type Linking,
  linkLifeMs,
  markOpened,
  otherPerson,
  problemTexts,
  startTrip,
  statusOf,
} from '../../linking/flow.ts'
import type { LinkProblem } from '../../platforms/provider.ts'
import { findConnection } from '../../store/connections.ts'
import type { Link } from '../../store/links.ts'
import { findUser } from '../../store/users.ts'
import { findWorkspace } from '../../store/workspaces.ts'
import { readForm } from './form.ts'
import {
  againPage,
  onwardPage,
  pickerPage,
  plainPage,
  platformName,
  resultPage,
  type Scene,
  startPage,
} from './pages.ts'
import { style } from './style.ts'

export function addConnectPages(server: FastifyInstance, linking: Linking): void {
  server.get('/connect/style.css', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(style),
  )

  server.get<{ Params: { platform: string } }>('/connect/callback/:platform', async (request, reply) => {
    const parameters = new URLSearchParams(request.url.split('?')[1] ?? '')
    try {
      const { link, next } = await comeBack(
        linking,
        request.params.platform,
        parameters,
        (id) => browserOf(request, linking, id)?.secret,
      )
      const token = browserOf(request, linking, link.id)?.token ?? ''
      if (next === 'choose') return redirect(reply, `/connect/${token}/select`)
      if (next === 'done') return await sendOutcome(reply, linking, link)
      return sendPage(
        reply,
        linking,
        againPage(await sceneOf(linking, link, token), link.error_code as LinkProblem),
      )
    } catch (error) {
      if (!(error instanceof ForeignCallback)) throw error
      linking.log.info('callback refused', { reason: error.message, platform: request.params.platform })
      return sendPage(
        reply,
        linking,
        plainPage(
          'This did not work',
          'This answer belongs to no link that was opened in this browser, or it was used already. Open your link again, in the browser in which you want to finish it.',
        ),
        400,
      )
    }
  })

  server.get<TokenRoute>('/connect/:token', async (request, reply) => {
    const link = await findLinkByToken(linking, request.params.token)
    if (!link) return sendUnknown(reply, linking)
    const status = statusOf(link, linking.runtime)
    if (ended.has(status)) return await sendOutcome(reply, linking, link, false)
    await markOpened(linking, link)
    return sendPage(reply, linking, startPage(await sceneOf(linking, link, request.params.token)))
  })

  server.post<TokenRoute>('/connect/:token/start', async (request, reply) => {
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const { link, form } = step
    if (ended.has(statusOf(link, linking.runtime))) return await sendOutcome(reply, linking, link, false)
    const secret = linking.runtime.randomBytes(32).toString('base64url')
    const url = await startTrip(linking, link, secret, form.get('again') === 'yes')
    reply.header('set-cookie', cookieOf(linking, link.id, `${secret}.${request.params.token}`))
    const { workspace } = await sceneOf(linking, link, request.params.token)
    return sendPage(reply, linking, onwardPage({ workspace }, url, 'Going to the platform …'))
  })

  server.get<TokenRoute>('/connect/:token/select', async (request, reply) => {
    const { token } = request.params
    const link = await findLinkByToken(linking, token)
    if (!link || !isSameBrowser(request, linking, link)) return sendUnknown(reply, linking)
    if (statusOf(link, linking.runtime) !== 'selecting') return await sendOutcome(reply, linking, link, false)
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    return await sendPicker(reply, linking, link, token, query, '')
  })

  server.post<TokenRoute>('/connect/:token/select', async (request, reply) => {
    const { token } = request.params
    const step = await ownStep(request, linking)
    if (!step || !isSameBrowser(request, linking, step.link)) return sendUnknown(reply, linking)
    const { link, form } = step
    if (statusOf(link, linking.runtime) !== 'selecting') return await sendOutcome(reply, linking, link)
    const grant = grantOf(linking, link)
    const accountId = form.get('account') ?? ''
    const pageId = form.get('page') ?? (grant.pages.length === 1 ? (grant.pages[0]?.id ?? '') : '')
    const known = grant.accounts.some(({ id, unusable }) => id === accountId && unusable === '')
    if (!known)
      return await sendPicker(
        reply,
        linking,
        link,
        token,
        new URLSearchParams(),
        'Please choose an account of the list.',
      )
    // A social account needs a page as well; where there are several, it is chosen in a second step.
    if (grant.pages.length > 1 && pageId === '')
      return redirect(reply, `/connect/${token}/select?account=${accountId}`)
    if (form.get('confirm') !== 'yes' && (await otherPerson(linking, link, grant)))
      return await sendPicker(
        reply,
        linking,
        link,
        token,
        form,
        'Please confirm that the earlier login is to be replaced.',
      )
    const withPhotoAccount = form.has('page') ? form.get('photo') === 'yes' : true
    try {
      await choose(linking, link, { accountId, pageId, withPhotoAccount })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return await sendPicker(reply, linking, link, token, new URLSearchParams(), error.message)
    }
    return await sendOutcome(reply, linking, { ...link, status: 'completed', error_code: '' })
  })

  server.post<TokenRoute>('/connect/:token/cancel', async (request, reply) => {
    const step = await ownStep(request, linking)
    if (!step) return sendUnknown(reply, linking)
    const over = ended.has(statusOf(step.link, linking.runtime))
    return await sendOutcome(reply, linking, over ? step.link : await cancel(linking, step.link))
  })
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

async function sceneOf(linking: Linking, link: Link, token: string): Promise<Scene> {
  const { db } = linking.store
  const workspace = await findWorkspace(db, link.workspace_id)
  const user = await findUser(db, link.workspace_id, link.user_id)
  return {
    workspace: workspace?.name ?? '',
    user: user?.name ?? '',
    platform: link.platform,
    base: `/connect/${token}`,
    csrf: csrfOf(token),
  }
}

async function sendPicker(
  reply: FastifyReply,
  linking: Linking,
  link: Link,
  token: string,
  query: URLSearchParams,
  problem: string,
): Promise<FastifyReply> {
  const grant = grantOf(linking, link)
  const earlier = await findConnection(linking.store.db, link.workspace_id, link.user_id, link.platform)
  const kept = earlier ? (JSON.parse(earlier.selection) as Record<string, string>) : {}
  const page = Number(query.get('page') ?? 0)
  const view = {
    grant,
    query: (query.get('q') ?? '').slice(0, 100),
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
    accountId: grant.accounts.some(({ id }) => id === query.get('account'))
      ? (query.get('account') ?? '')
      : '',
    previousAccountId: kept['adAccountId'] ?? kept['accountId'] ?? '',
    otherPerson: await otherPerson(linking, link, grant),
    problem,
  }
  return sendPage(reply, linking, pickerPage(await sceneOf(linking, link, token), view))
}

/** The link is over: back to the caller where there is an address, otherwise a page that says so. */
async function sendOutcome(
  reply: FastifyReply,
  linking: Linking,
  link: Link,
  goOn = true,
): Promise<FastifyReply> {
  const workspace = (await findWorkspace(linking.store.db, link.workspace_id))?.name ?? ''
  const onward = await finalRedirect(linking, link)
  if (onward !== undefined && goOn)
    return reply.request.method === 'GET'
      ? redirect(reply, onward)
      : sendPage(reply, linking, onwardPage({ workspace }, onward, `Back to ${workspace} …`))
  const status = statusOf(link, linking.runtime)
  const name = platformName(link.platform)
  const texts: Readonly<Record<string, { title: string; text: string }>> = {
    completed: { title: 'Connected', text: `Your ${name} account is connected.` },
    cancelled: { title: 'Not connected', text: 'You stopped before the end. Nothing was changed.' },
    expired: {
      title: 'This link has expired',
      text: `Links are good for ${linkLifeMs / 60_000} minutes. Ask for a new one.`,
    },
    failed: {
      title: 'Not connected',
      text: problemTexts[link.error_code as LinkProblem] ?? 'Something went wrong. Nothing was changed.',
    },
  }
  const { title, text } = texts[status] ?? {
    title: 'Still open',
    text: 'This link is still being used. Open it again to go on.',
  }
  return sendPage(
    reply,
    linking,
    resultPage({ workspace, platform: link.platform }, { good: status === 'completed', title, text, onward }),
  )
}

function sendUnknown(reply: FastifyReply, linking: Linking): FastifyReply {
  return sendPage(
    reply,
    linking,
    plainPage(
      'Unknown link',
      'This link does not exist, or it was opened in another browser. Ask for a new one.',
    ),
    404,
  )
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(303)
    .headers({ ...securityHeaders, location: url })
    .send()
}

function sendPage(reply: FastifyReply, linking: Linking, page: string, status = 200): FastifyReply {
  if (linking.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
  return reply
    .code(status)
    .headers({ ...securityHeaders, 'content-type': 'text/html; charset=utf-8' })
    .send(page)
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** One cookie per link binds the trip to the browser that began it; the link's own token travels in it. */
function cookieOf(linking: Linking, linkId: string, value: string): string {
  const secure = linking.publicUrl.startsWith('https:')
  return `${cookieName(secure, linkId)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${linkLifeMs / 1000}${secure ? '; Secure' : ''}`
}

function cookieName(secure: boolean, linkId: string): string {
  return `${secure ? '__Host-' : ''}adrail-${linkId}`
}

function browserOf(
  request: FastifyRequest,
  linking: Linking,
  linkId: string,
): { secret: string; token: string } | undefined {
  const name = cookieName(linking.publicUrl.startsWith('https:'), linkId)
  for (const pair of (request.headers.cookie ?? '').split(/;\s*/)) {
    const [key, value = ''] = pair.split('=', 2)
    const [secret, token] = value.split('.')
    if (key === name && secret && token) return { secret, token }
  }
  return undefined
}

function isSameBrowser(request: FastifyRequest, linking: Linking, link: Link): boolean {
  const browser = browserOf(request, linking, link.id)
  return browser !== undefined && hashOf(browser.secret) === link.browser_hash
}
