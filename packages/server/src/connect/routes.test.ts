// The routes of links receive requests that no page of adrail sends.

import { describe, expect, onTestFinished, test } from 'vitest'
import { decideConsent, followCallback, parseConsentRedirect, startOAuthFlow } from '../../testing/linking.ts'
import { openConnection, requestText } from '../../testing/rawHttp.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const service = useService()

async function newLink() {
  const { userId } = (await service.call('user/create_user', { name: 'Ada' })).results.user
  const { link, linkId } = (await service.call('auth/create_link', { userId, platform: 'SEARCH' })).results
  const csrf = /name="csrf" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
  const status = async () => (await service.call('auth/get_link_status', { linkId })).results.status
  return { link, csrf, status }
}

const post = (url: string, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })

test('a form that no page of adrail sent returns 404 and changes nothing', async () => {
  const { link, csrf, status } = await newLink()
  const own = new URL(service.url).origin
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: `${own}.evil.example` },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    // A page in a sandboxed frame sends this header in a browser without `sec-fetch-site`.
    { origin: 'null' },
    { origin: own, 'sec-fetch-site': 'same-site' },
  ]
  for (const action of ['start', 'select', 'cancel']) {
    for (const headers of foreign)
      expect((await post(`${link}/${action}`, { csrf }, headers)).status).toBe(404)
    for (const form of [{}, { csrf: '' }, { csrf: `${csrf}0` }])
      expect((await post(`${link}/${action}`, form, { origin: own })).status).toBe(404)
  }
  expect(await status()).toBe('opened')
})

test('a link that is started twice completes with the later start', async () => {
  for (let round = 0; round < 10; round++) {
    const { link, csrf } = await newLink()
    const body = new URLSearchParams({ csrf }).toString()
    const { host, pathname } = new URL(link)
    const head = requestText(`POST ${pathname}/start HTTP/1.1`, {
      host,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    })
    const connection = await openConnection(service.url)
    // Both requests use one connection, so their order is certain.
    connection.write(`${head}${body}${head}${body}`)
    await connection.readResponse()
    const later = parseConsentRedirect(await connection.readResponse())
    connection.close()
    const back = await followCallback(await decideConsent(later), later.cookie)
    expect(back.headers.get('location') ?? '', `round ${round}`).toContain('/connect/')
  }
})

test('an error at a link page is shown as an HTML page in the language of the browser', async () => {
  const { link } = await newLink()
  const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' }
  const sent = { method: 'POST', body: '{}', headers }
  const expectPage = async (response: Response, status: number, title: string) => {
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain(`<h1>${title}</h1>`)
  }
  await expectPage(await fetch(`${link}/start`, sent), 415, 'Ein Fehler ist aufgetreten')
  await expectPage(await fetch(`${link}/elsewhere`, { headers }), 404, 'Unbekannter Link')
  await expectPage(await fetch(`${link}?${'x'.repeat(2048)}`, { headers }), 414, 'Ein Fehler ist aufgetreten')
  const wrongMethod = await fetch(link, { method: 'PUT', headers })
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD')
  await expectPage(wrongMethod, 405, 'Ein Fehler ist aufgetreten')
})

test('a link page shows markup in names as plain text', async () => {
  const name = `<img src=x onerror=alert(1)> & "Söhne" 'n'`
  const workspace = await service.newWorkspace(name)
  const { apiKey } = workspace
  const { userId } = (await service.call('user/create_user', { name }, { apiKey })).results.user
  const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' }, { apiKey })
  const page = await (await fetch(results.link)).text()
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot; &#39;n&#39;')
})

test('the account picker shows when a consent without a refresh token expires', async () => {
  const sandbox = createSandboxAdmin(service)
  await sandbox.setSwitches({ pro: { refreshTokens: false } })
  onTestFinished(() => sandbox.setSwitches({ pro: { refreshTokens: true } }))
  const oauthFlow = await startOAuthFlow(service, {
    userId: await newUser(service),
    platform: 'PROFESSIONAL',
  })
  expect((await followCallback(await decideConsent(oauthFlow, 'agnes'), oauthFlow.cookie)).status).toBe(303)
  const page = await (
    await fetch(`${oauthFlow.link}/select`, { headers: { cookie: oauthFlow.cookie } })
  ).text()
  expect(page).toContain('This connection expires on 16 March 2026.')
  expect(page).toContain('viewer: cannot change anything')
})

test('the start of a link sets one HttpOnly, SameSite=Lax cookie with the lifetime of the link', async () => {
  const { link, csrf } = await newLink()
  const cookies = (await post(`${link}/start`, { csrf })).headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  const [pair = '', ...attributes] = (cookies[0] ?? '').split('; ')
  expect(pair).toMatch(/^adrail-lnk_[0-9a-z]{26}=[\w-]{43}\.[\w-]{43}$/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax'])
})

describe('a deployment with an HTTPS public URL', () => {
  const secure = useService({ environment: { PUBLIC_URL: 'https://ads.example.com' } })

  test('sets a Secure link cookie with the prefix __Host-', async () => {
    const userId = await newUser(secure)
    const { link } = (await secure.call('auth/create_link', { userId, platform: 'SEARCH' })).results
    const here = link.replace('https://ads.example.com', secure.url)
    const csrf = /name="csrf" value="([^"]+)"/.exec(await (await fetch(here)).text())?.[1] ?? ''
    const [cookie = ''] = (await post(`${here}/start`, { csrf })).headers.getSetCookie()
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-adrail-lnk_/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax', 'Secure'])
  })
})
