// What the routes answer to requests that no page of ours would make.

import { expect, test } from 'vitest'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()

async function newLink(platform: 'SEARCH' | 'PROFESSIONAL' = 'SEARCH') {
  const { userId } = (await service.call('user/create_user', { name: 'Ada' })).results.user
  const { link, linkId } = (await service.call('auth/create_link', { userId, platform })).results
  const csrf = /name="csrf" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
  const status = async () => (await service.call('auth/get_link_status', { linkId })).results.status
  return { link, csrf, status }
}

const post = (url: string, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })

test('a form that was not sent by our page does nothing', async () => {
  const { link, csrf, status } = await newLink()
  const own = new URL(service.url).origin
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: `${own}.evil.example` },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
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

test('what goes wrong on a page is told on a page', async () => {
  const { link } = await newLink()
  const answer = await fetch(`${link}/start`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(415)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await answer.text()).toContain('<h1>This did not work</h1>')
})

test('names that contain markup are shown as they are', async () => {
  const name = `<img src=x onerror=alert(1)> & "Söhne" 'n'`
  const workspace = await service.newWorkspace(name)
  const { apiKey } = workspace
  const { userId } = (await service.call('user/create_user', { name }, { apiKey })).results.user
  const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' }, { apiKey })
  const page = await (await fetch(results.link)).text()
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot; &#39;n&#39;')
})

test('a consent that ends by itself says until when it lasts', async () => {
  await sandboxOf(service).ask('POST', 'switches', { pro: { refreshTokens: false } })
  const { link, csrf } = await newLink('PROFESSIONAL')
  const started = await post(`${link}/start`, { csrf })
  const [cookie = ''] = (started.headers.getSetCookie()[0] ?? '').split(';')
  const onward = /content="0;url=([^"]+)"/.exec(await started.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  const answered = await post(onward, { person: 'agnes', decision: 'allow' })
  const back = answered.headers.get('location') ?? ''
  expect((await fetch(back, { headers: { cookie }, redirect: 'manual' })).status).toBe(303)
  const page = await (await fetch(`${link}/select`, { headers: { cookie } })).text()
  expect(page).toContain('This connection lasts until 2026-03-16.')
  expect(page).toContain('viewer: can look, but change nothing')
})
