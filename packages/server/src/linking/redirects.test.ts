import { beforeAll, describe, expect, test } from 'vitest'
import { decideConsent, followCallback, startOAuthFlow } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { addRedirectUri, removeRedirectUri } from '../store/workspaces.ts'
import { findRedirectProblem, isRedirectAllowed } from './redirects.ts'

const service = useService()
const registered = ['https://ok.example/cb', 'https://ok.example:8443/cb', 'https://bare.example']
beforeAll(async () => {
  for (const uri of registered)
    await addRedirectUri(service.app.store.db, service.workspaceId, uri, service.clock.now())
})

const tricks = [
  'https://ok.example@evil.example/cb',
  'https://ok.example:pw@evil.example/cb',
  'https://user@ok.example/cb',
  'https://@ok.example/cb',
  'https://ok.example.evil.example/cb',
  'https://evil.example/https://ok.example/cb',
  'https://evil.example/?https://ok.example/cb',
  'https://evil.example?@ok.example/cb',
  'https://evil.example#@ok.example/cb',
  'https://ok.example\\@evil.example/cb',
  'https://ok.example\\.evil.example/cb',
  'https:\\\\ok.example/cb',
  'https:/ok.example/cb',
  'https:ok.example/cb',
  'https:///ok.example/cb',
  '//ok.example/cb',
  '/cb',
  'ok.example/cb',
  'http://ok.example/cb',
  'HTTPS://ok.example/cb',
  'https://OK.example/cb',
  'https://ok.example./cb',
  'https://ok.example:443/cb',
  'https://ok.example:80/cb',
  'https://ok.example:/cb',
  'https://ok.example:8443@evil.example/cb',
  'https://xok.example/cb',
  'https://ok.examplex/cb',
  'https://www.ok.example/cb',
  'https://оk.example/cb',
  'https://ok。example/cb',
  'https://ok.example%2eevil.example/cb',
  'https://ok.exam\u00ADple/cb',
  'https://ok.example/cb/',
  'https://ok.example/CB',
  'https://ok.example/cb/..',
  'https://ok.example/x/../cb',
  'https://ok.example/./cb',
  'https://ok.example//cb',
  'https://ok.example/cb%2f..',
  'https://ok.example/%63b',
  'https://ok.example/cb;x',
  'https://ok.example/cb#frag',
  'https://ok.example/cb?x#frag',
  'https://ok.example/cb\n',
  ' https://ok.example/cb',
  'https://ok.example/cb ',
  'https://ok.ex\tample/cb',
  'https://ok.example/cb\u0000',
  'https://bare.example/x',
  'https://bare.example//evil.example',
  'https://bare.example\\evil.example',
  'javascript:alert(1)//https://ok.example/cb',
  'data:text/html,https://ok.example/cb',
  'blob:https://ok.example/cb',
  'http://localhost:3000/cb',
  'http://127.0.0.1/cb',
  'http://[::1]/cb',
  'http://0x7f000001/cb',
  'http://2130706433/cb',
] as const

describe('a redirect URI', () => {
  test.each(tricks)(
    'is refused in auth/create_link and at the redirect when it is %j [R5.3.redirect]',
    async (redirectUri) => {
      const { status, results } = await service.call('auth/create_link', {
        userId: await newUser(service),
        platform: 'SEARCH',
        redirectUri,
      })
      expect([400, 422]).toContain(status)
      expect(['INVALID_FIELD', 'REDIRECT_URI_NOT_ALLOWED']).toContain(results['code'])
      expect(await isRedirectAllowed(service.app.store, service.workspaceId, redirectUri)).toBe(false)
    },
  )

  test.each([
    ['https://ok.example/cb', 'https://ok.example/cb?'],
    [
      'https://ok.example/cb?a=1&next=https://evil.example',
      'https://ok.example/cb?a=1&next=https://evil.example&',
    ],
    ['https://ok.example/cb?@evil.example', 'https://ok.example/cb?@evil.example'],
    ['https://ok.example:8443/cb', 'https://ok.example:8443/cb?'],
    ['https://bare.example', 'https://bare.example'],
    ['https://bare.example/', 'https://bare.example/?'],
  ])('is accepted with any query when it is registered: %s', async (redirectUri, begins) => {
    const oauthFlow = await startOAuthFlow(service, {
      userId: await newUser(service),
      platform: 'SEARCH',
      redirectUri,
    })
    const end = await followCallback(await decideConsent(oauthFlow), oauthFlow.cookie)

    expect(end.status).toBe(303)
    const target = end.headers.get('location') ?? ''
    expect(target.startsWith(begins), target).toBe(true)
    expect(new URL(target).origin).toBe(new URL(redirectUri).origin)
    expect(new URL(target).searchParams.get('status')).toBe('success')
  })

  test('is not used after its registration was removed, and adrail shows the outcome on its own page', async () => {
    const { db } = service.app.store
    const redirectUri = 'https://soon-gone.example/cb'
    await addRedirectUri(db, service.workspaceId, redirectUri, service.clock.now())
    const oauthFlow = await startOAuthFlow(service, {
      userId: await newUser(service),
      platform: 'SEARCH',
      redirectUri,
    })
    const callback = await decideConsent(oauthFlow)
    await removeRedirectUri(db, service.workspaceId, redirectUri)

    const end = await followCallback(callback, oauthFlow.cookie)
    const shown = end.headers.get('location') ?? `${service.url}/`
    expect(new URL(shown, service.url).origin).toBe(service.url)
    expect(await (await fetch(oauthFlow.link)).text()).not.toContain('soon-gone')
  })

  test('is refused in a workspace that did not register it', async () => {
    const other = await service.newWorkspace()
    expect(await isRedirectAllowed(service.app.store, other.id, 'https://ok.example/cb')).toBe(false)
  })

  test('can be registered only in the normalized form in which adrail compares it', () => {
    expect(findRedirectProblem('https://ok.example/cb')).toBeUndefined()
    expect(findRedirectProblem('https://ok.example')).toBeUndefined()
    expect(findRedirectProblem('http://localhost:3000/cb')).toBeUndefined()
    for (const uri of [
      'http://ok.example/cb',
      'https://ok.example/a/../cb',
      'https://u@ok.example/',
      'https://ok.example/#x',
      'ftp://ok.example/',
      'https://*.example.com/',
      'https://*/',
      'https://ok_example/',
      'https://-ok.example/',
      'https://ok..example/',
      'https://ok.example./',
      "https://o'k.example/",
    ])
      expect(findRedirectProblem(uri), uri).toMatch(/^must /)
  })
})
