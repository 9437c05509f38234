import { expect, test } from 'vitest'
import { buildUrl, consentReturn } from '../testing/sandbox.ts'
import { type Duration, type PersonKey, type Sandbox, standingTokenText, startSandbox } from './index.ts'

const noon = '2026-11-15T12:00:00Z'

test('a sandbox starts on a free port with its people and a frozen clock', async () => {
  const sandbox = await startSandbox({ clock: noon })
  try {
    expect(sandbox.clock.now()).toBe(Date.parse(noon))
    expect(Object.keys(sandbox.state().people)).toContain('ada')
    expect((await fetch(`${sandbox.url}/nowhere`)).status).toBe(404)
  } finally {
    await sandbox.close()
  }
})

test('a sandbox returns its people by key, advances its clock by durations, and closes at the end of its block', async () => {
  let url = ''
  {
    await using sandbox = await startSandbox({ clock: noon })
    url = sandbox.url
    const { people } = sandbox.people()
    expect(people.map(({ key }) => sandbox.person(key as PersonKey))).toEqual(people)
    expect(() => sandbox.person('eve' as PersonKey)).toThrow(/'eve'.*ada, ben, nora/)
    sandbox.clock.advance('61d')
    sandbox.clock.advance('-36h')
    expect(new Date(sandbox.clock.now()).toISOString()).toBe('2027-01-14T00:00:00.000Z')
    expect(() => sandbox.clock.advance('soon' as Duration)).toThrow(/'soon' is not a duration/)
  }
  await expect(fetch(url)).rejects.toThrow()
})

/** Calls all three platforms and returns every response with the host replaced, because the port varies. */
async function collectLinks(sandbox: Sandbox): Promise<string[]> {
  const visited: string[] = []
  const host = new URL(sandbox.url).host
  const note = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    const text = `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
    visited.push(text.replaceAll(host, 'HOST').replaceAll(encodeURIComponent(host), 'HOST'))
  }
  const redirect_uri = 'http://127.0.0.1:9/callback'
  const social = await consentReturn(
    buildUrl(sandbox.url, '/v26.0/dialog/oauth', {
      client_id: '1234567890123456',
      redirect_uri,
      scope: 'ads_read',
    }),
  )
  visited.push(social.toString())
  await note(
    await fetch(
      buildUrl(sandbox.url, '/v26.0/oauth/access_token', {
        client_id: '1234567890123456',
        client_secret: 'sandbox-social-secret',
        redirect_uri,
        code: social.get('code') ?? '',
      }),
    ),
  )
  const client_id = 'sandbox-search.apps.googleusercontent.com'
  const search = await consentReturn(
    buildUrl(sandbox.url, '/o/oauth2/v2/auth', {
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'openid email https://www.googleapis.com/auth/adwords',
      access_type: 'offline',
    }),
  )
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id,
    client_secret: 'sandbox-search-secret',
    redirect_uri,
    code: search.get('code') ?? '',
  })
  await note(await fetch(`${sandbox.url}/token`, { method: 'POST', body }))
  await note(await fetch(`${sandbox.url}/token`, { method: 'POST', body }))
  const headers = { authorization: `Bearer ${standingTokenText('pro', 'yuki')}` }
  await note(await fetch(`${sandbox.url}/v2/userinfo`, { headers }))
  await note(await fetch(`${sandbox.url}/v2/userinfo`, { headers: { authorization: 'Bearer nobody' } }))
  await note(await fetch(`${sandbox.url}/_media/image/bread-64x64.jpg`))
  await note(await fetch(`${sandbox.url}/_sandbox/people`))
  await note(await fetch(`${sandbox.url}/_sandbox/snapshot`))
  return visited
}

test('two sandboxes with the same seed and clock return the same bytes for the same calls', async () => {
  const [first, second] = [await startSandbox({ clock: noon }), await startSandbox({ clock: noon })]
  try {
    expect(await collectLinks(first)).toEqual(await collectLinks(second))
    first.reset()
    second.reset()
    expect(await collectLinks(first)).toEqual(await collectLinks(second))
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})
