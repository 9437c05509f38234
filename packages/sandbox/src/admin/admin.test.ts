import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { buildUrl, getJson, postForm, useSandbox } from '../../testing/sandbox.ts'
import { standingTokenText, startSandbox } from '../index.ts'

const noon = '2026-11-15T12:00:00.000Z'
const sandbox = useSandbox()

async function admin(method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: Object(await response.json()) }
}

/** Returns the status of a request with headers that `fetch` cannot send. */
function rawStatus(headers: Record<string, string>, path = '/_sandbox/people') {
  return new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url)
    const clientRequest = request({ host: hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

const me = (token = standingTokenText('social', 'ada')) =>
  getJson(buildUrl(sandbox.url, '/v26.0/me/permissions', { access_token: token }))

const userinfo = () =>
  getJson(`${sandbox.url}/v1/userinfo`, { authorization: `Bearer ${standingTokenText('search', 'ada')}` })

test('the list of people contains tokens that work immediately on all three platforms', async () => {
  const { body } = await admin('GET', '/people')
  expect(body.people.map(({ name }: { name: string }) => name)).toEqual([
    'Ada Fox',
    'Ben Single',
    'Nora None',
    'Otto Forty',
    'Agnes Agency',
    'Greta Long',
    'Yuki Yen',
  ])
  for (const person of body.people) {
    expect(person.social.accessToken).toMatch(/^EAA[A-Za-z0-9]{20,}$/)
    expect(person.search.accessToken).toMatch(/^ya29\.[\w-]+$/)
    expect(person.search.refreshToken).toMatch(/^1\/\/[\w-]{20,}$/)
    expect(person.pro.accessToken).toMatch(/^AQ[A-Za-z0-9_-]{40,}$/)
    expect((await me(person.social.accessToken)).status).toBe(200)
    const search = await getJson(`${sandbox.url}/v1/userinfo`, {
      authorization: `Bearer ${person.search.accessToken}`,
    })
    expect(search.body['email']).toBe(person.email)
    const pro = await getJson(`${sandbox.url}/v2/userinfo`, {
      authorization: `Bearer ${person.pro.accessToken}`,
    })
    expect([pro.status, pro.body['sub']]).toEqual([200, person.pro.id])
  }
  expect(body.apps.pro.map(({ clientId }: { clientId: string }) => clientId)).toEqual([
    'sandboxpro0001',
    'sandboxpro0002',
  ])
})

test('a standing token works after 1,500 days, and POST /people/{person}/tokens restores it after a revocation', async () => {
  await admin('POST', '/clock', { advance: '1500d' })
  expect((await me()).status).toBe(200)
  expect((await userinfo()).status).toBe(200)
  await admin('POST', '/simulate/revoke', { person: 'ada', platform: 'social' })
  expect((await me()).status).toBe(400)
  await admin('POST', '/people/ada/tokens')
  expect((await me()).status).toBe(200)
  expect((await admin('POST', '/people/zoe/tokens')).body.error.message).toContain('ada, ben')
})

test('the admin API reads, advances, sets, resumes and freezes the clock, and returns it to real time', async () => {
  expect((await admin('GET', '/clock')).body).toEqual({ now: noon, mode: 'frozen', at: Date.parse(noon) })
  expect((await admin('POST', '/clock', { advance: '36h' })).body.now).toBe('2026-11-17T00:00:00.000Z')
  expect((await admin('POST', '/clock', { advance: 250 })).body.now).toBe('2026-11-17T00:00:00.250Z')
  expect((await admin('POST', '/clock', { set: '2027-01-01T00:00:00Z' })).body.now).toBe(
    '2027-01-01T00:00:00.000Z',
  )
  expect((await admin('POST', '/clock', { resume: true })).body.mode).toBe('shifted')
  expect((await admin('POST', '/clock', { freeze: noon })).body.now).toBe(noon)
  expect((await admin('POST', '/clock', { real: true })).body.mode).toBe('real')
})

test.each([
  [{}, 'clock'],
  [{ set: noon, advance: 1 }, 'clock'],
  [{ set: 'soon' }, 'set'],
  [{ advance: 'a while' }, 'advance'],
  [{ advance: '999999999999d' }, 'clock'],
  [{ resume: 'maybe' }, 'resume'],
  [{ speed: 2 }, 'speed'],
])('the admin API refuses the invalid clock request %j and reports the field', async (body, field) => {
  const response = await admin('POST', '/clock', body)
  expect([response.status, response.body.error.field]).toEqual([400, field])
  expect(sandbox.clock.now()).toBe(Date.parse(noon))
})

test('a reset restores the initial world, and an uploaded snapshot restores the world that it contains', async () => {
  const before = await (await fetch(`${sandbox.url}/_sandbox/snapshot`)).text()
  await fetch(
    buildUrl(sandbox.url, '/v26.0/me/permissions', { access_token: standingTokenText('social', 'ada') }),
    {
      method: 'DELETE',
    },
  )
  const after = await (await fetch(`${sandbox.url}/_sandbox/snapshot`)).text()
  expect((await me()).status).toBe(400)
  await admin('POST', '/clock', { advance: '1d' })
  await admin('POST', '/clock', { set: noon })
  await admin('POST', '/reset')
  expect(await (await fetch(`${sandbox.url}/_sandbox/snapshot`)).text()).toBe(before)
  await fetch(`${sandbox.url}/_sandbox/snapshot`, { method: 'PUT', body: after })
  expect((await me()).status).toBe(400)
  expect(await (await fetch(`${sandbox.url}/_sandbox/snapshot`)).text()).toBe(after)
})

test.each([
  ['nonsense', 'is not JSON'],
  ['{}', '"format"'],
  ['{"format":"adrail-sandbox","version":99}', 'newer than 1'],
  ['{"format":"adrail-sandbox","version":0}', 'older than 1'],
  [
    '{"format":"adrail-sandbox","version":1,"clock":{"mode":"real"},"state":{"seed":"x"}}',
    'lacks "state.seededAt"',
  ],
])(
  'the admin API refuses the invalid snapshot %s, reports the reason and changes nothing',
  async (body, hint) => {
    const before = sandbox.state()
    const response = await fetch(`${sandbox.url}/_sandbox/snapshot`, { method: 'PUT', body })
    expect([response.status, Object(await response.json()).error.message]).toEqual([
      400,
      expect.stringContaining(hint),
    ])
    expect(sandbox.state()).toBe(before)
  },
)

test('a reset with another seed sets the seed of the world', async () => {
  await admin('POST', '/reset', { seed: 'other' })
  expect(sandbox.state().seed).toBe('other')
  await admin('POST', '/reset', { seed: 'adrail' })
})

test('the admin API accepts local host names and its own origin, and refuses foreign ones with 403', async () => {
  const { port } = new URL(sandbox.url)
  expect(await rawStatus({ host: `localhost:${port}` })).toBe(200)
  expect(await rawStatus({ host: `[::1]:${port}` })).toBe(200)
  expect(await rawStatus({ host: 'evil.example' })).toBe(403)
  expect(await rawStatus({ host: `127.0.0.1.evil.example:${port}` })).toBe(403)
  const ownHost = `127.0.0.1:${port}`
  expect(await rawStatus({ host: ownHost, origin: `http://${ownHost}` })).toBe(200)
  expect(await rawStatus({ host: ownHost, origin: 'https://evil.example' })).toBe(403)
  expect(await rawStatus({ host: ownHost, origin: 'null' })).toBe(403)
})

test('a sandbox that listens on all addresses logs a warning and hides its page and admin API from external and proxied requests', async () => {
  const logLines: string[] = []
  const openSandbox = await startSandbox({ host: '::', log: (line) => logLines.push(line) })
  try {
    expect(logLines).toEqual([expect.stringMatching(/^WARNING: the sandbox listens at ::, so everyone /)])
    const { port } = new URL(openSandbox.url)
    const externalAddress = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    // A machine without a network has no external address, so only the loopback checks run there.
    const externalUrl = externalAddress ? `http://${externalAddress.address}:${port}` : openSandbox.url
    expect((await fetch(`${externalUrl}/.well-known/openid-configuration`)).status).toBe(200)
    expect((await fetch(`${externalUrl}/_sandbox/world`)).status).toBe(200)
    for (const path of ['/', '/_sandbox/people', '/_sandbox/requests']) {
      if (externalAddress) expect((await fetch(`${externalUrl}${path}`)).status).toBe(403)
      expect((await fetch(`${openSandbox.url}${path}`)).status).toBe(200)
      for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
        expect(
          (await fetch(`${openSandbox.url}${path}`, { headers: { [header]: '127.0.0.1' } })).status,
        ).toBe(403)
      expect(await oldStatus(Number(port), path)).toContain(' 403 ')
    }
  } finally {
    await openSandbox.close()
  }
})

/** Returns the status line of an HTTP/1.0 request without forwarding headers, as a default proxy sends it. */
async function oldStatus(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.end(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  const [text] = await once(socket, 'data')
  socket.destroy()
  return String(text).split('\r\n', 1)[0] ?? ''
}

test('a sandbox with the admin option off serves the platforms but neither the admin API nor the page', async () => {
  const closed = await startSandbox({ admin: false })
  try {
    expect((await fetch(`${closed.url}/_sandbox/people`)).status).toBe(404)
    expect((await fetch(`${closed.url}/`)).status).toBe(404)
    expect((await fetch(`${closed.url}/.well-known/openid-configuration`)).status).toBe(200)
  } finally {
    await closed.close()
  }
})

test('the admin API lists the known paths for an unknown path and the allowed methods for a wrong method', async () => {
  expect((await admin('GET', '/nothing')).body.error.message).toContain('GET /_sandbox/people')
  const invalidOrder = await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'DELETE' })
  expect([invalidOrder.status, invalidOrder.headers.get('allow')]).toEqual([405, 'GET, POST'])
})

test('every call in the list of calls has a documentation address and at least one method', async () => {
  const { calls } = (await admin('GET', '/calls')).body
  for (const call of calls) {
    expect(call.source, `${call.platform} ${call.name}`).toMatch(/^https:\/\//)
    expect(call.methods.length).toBeGreaterThan(0)
  }
  const names = new Set(
    calls.map(({ platform, name }: { platform: string; name: string }) => `${platform} ${name}`),
  )
  expect(names.has('search oauth.token')).toBe(true)
})

test('the admin API accepts a form of the page and redirects to the page', async () => {
  const response = await fetch(`${sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    body: new URLSearchParams({ advance: '1d' }),
    redirect: 'manual',
  })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  expect(new Date(sandbox.clock.now()).toISOString()).toBe('2026-11-16T12:00:00.000Z')
})

test('the dialog accepts a redirect address that an operator adds until the operator removes all added addresses', async () => {
  const dialog = buildUrl(sandbox.url, '/v26.0/dialog/oauth', {
    client_id: '1234567890123456',
    redirect_uri: 'https://app.example/callback',
  })
  expect((await fetch(dialog)).status).toBe(400)
  await admin('POST', '/redirect-uris', { uri: 'https://app.example/callback' })
  expect((await fetch(dialog)).status).toBe(200)
  await admin('DELETE', '/redirect-uris')
  expect((await fetch(dialog)).status).toBe(400)
  expect((await admin('POST', '/redirect-uris', { uri: 'nowhere' })).body.error.field).toBe('uri')
})

test('the admin API sets a valid switch, and refuses an invalid value or an unknown switch', async () => {
  expect((await admin('POST', '/switches', { pro: { refreshTokens: false } })).body.pro.refreshTokens).toBe(
    false,
  )
  expect((await admin('POST', '/switches', { pro: { refreshTokens: 'no' } })).body.error.field).toBe(
    'pro.refreshTokens',
  )
  expect((await admin('POST', '/switches', { search: { timeBasedSeconds: -1 } })).status).toBe(400)
  expect((await admin('POST', '/switches', { pro: { magic: true } })).body.error.message).toContain(
    'refreshTokens',
  )
  expect((await admin('POST', '/switches', { radio: {} })).body.error.field).toBe('radio')
})

test.each([
  ['revoke', { platform: 'social' }, 458],
  ['password', {}, 460],
  ['logout', {}, 467],
  ['checkpoint', {}, 459],
  ['suspend', { platform: 'social' }, 464],
  ['expire', { platform: 'social' }, 463],
])(
  'after the simulation "%s" the social token fails with HTTP 400, code 190 and its subcode',
  async (name, fields, subcode) => {
    expect((await admin('POST', `/simulate/${name}`, { person: 'ada', ...fields })).status).toBe(200)
    const { status, body } = await me()
    expect([status, body['error']]).toMatchObject([400, { code: 190, error_subcode: subcode }])
    expect((await me(standingTokenText('social', 'ben'))).status).toBe(200)
  },
)

test('a social token works again after its person passes the checkpoint', async () => {
  await admin('POST', '/simulate/checkpoint', { person: 'ada' })
  await admin('POST', '/simulate/checkpoint', { person: 'ada', heal: true })
  expect((await me()).status).toBe(200)
})

test('the admin API lists the simulations and refuses unknown simulations, people, platforms and fields', async () => {
  expect((await admin('GET', '/simulate')).body.simulations[0]).toMatchObject({ path: 'revoke' })
  expect((await admin('POST', '/simulate/earthquake', {})).body.error.message).toContain('revoke, suspend')
  expect((await admin('POST', '/simulate/revoke', { person: 'zoe', platform: 'pro' })).body.error.field).toBe(
    'person',
  )
  expect((await admin('POST', '/simulate/revoke', { person: 'ada', platform: 'x' })).body.error.field).toBe(
    'platform',
  )
  expect((await admin('POST', '/simulate/revoke', { person: 'ada', loud: true })).body.error.field).toBe(
    'loud',
  )
})

test('a simulated deauthorization sends the application a signed request and revokes the token', async () => {
  const received: string[] = []
  const application = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (piece) => (text += piece))
    incoming.on('end', () => {
      received.push(text)
      response.end('noted')
    })
  })
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
  // The address of a server that listens on a port is an `AddressInfo`.
  const { port } = application.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/deauthorize`
  const { body } = await admin('POST', '/simulate/deauthorize', { person: 'ada', url })
  application.close()
  expect(body).toMatchObject({ status: 200, body: 'noted' })
  const [signature, payload = ''] = (new URLSearchParams(received[0]).get('signed_request') ?? '').split('.')
  expect(signature).toBe(createHmac('sha256', 'sandbox-social-secret').update(payload).digest('base64url'))
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    algorithm: 'HMAC-SHA256',
    user_id: sandbox.state().people['ada']?.ids.social,
  })
  expect((await me()).body['error']).toMatchObject({ code: 190, error_subcode: 458 })
  const outside = await admin('POST', '/simulate/deauthorize', {
    person: 'ada',
    url: 'https://example.com/x',
  })
  expect(outside.body.error.field).toBe('url')
})

test('the admin API refuses a body that is not a JSON object or has an unknown field', async () => {
  const response = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '[1]' })
  expect(Object(await response.json()).error).toMatchObject({ field: 'body' })
  expect((await postForm(`${sandbox.url}/_sandbox/clock`, { pace: '2' })).status).toBe(400)
})
