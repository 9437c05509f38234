import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { Pool } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { post, type ServiceProcess, useProcesses } from '../../testing/processes.ts'
import { createSandboxAdminAt } from '../../testing/sandbox.ts'

const { newInstallation, spawn, start, serveInProcess: serveHere, admin } = useProcesses()
const withoutDemo = { ADRAIL_DEMO: 'off' }

describe('a service that receives SIGTERM', () => {
  test('responds to every request that it accepts, and exits with code 0', async () => {
    const service = await start(await newInstallation(), {
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_BURST: '1000000',
    })
    const apiKey = await service.readDemoKey()
    const load = startLoad(service.url, apiKey, 16)
    await load.waitForResponses(500)

    service.kill('SIGTERM')

    expect(await service.exit).toBe(0)
    const { responses, refusals, broken } = await load.end()
    expect(broken).toEqual([])
    expect(refusals).toBeGreaterThan(0)
    expect(responses.filter((response) => response !== '200 true')).toEqual([])
  })

  test('returns 503 with connection close from /readyz while /healthz still returns 200', async () => {
    const service = await start(await newInstallation(), { ...withoutDemo, DRAIN_MS: '60000' })
    service.kill('SIGTERM')
    await service.waitForOutput(/shutting down/)

    const ready = await fetch(`${service.url}/readyz`)
    const alive = await fetch(`${service.url}/healthz`)

    expect(ready.status).toBe(503)
    expect(ready.headers.get('connection')).toBe('close')
    expect(ready.headers.get('retry-after')).toBe('1')
    expect(await ready.json()).toMatchObject({
      success: false,
      requestId: ready.headers.get('x-request-id'),
      results: { success: false, code: 'SHUTTING_DOWN', retryable: true },
    })
    expect(alive.status).toBe(200)
  })

  test('exits with code 0 while a client never finishes its request', async () => {
    const service = await start(await newInstallation(), { ...withoutDemo, SHUTDOWN_TIMEOUT_MS: '1000' })
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write('POST /user/list_users HTTP/1.1\r\nhost: adrail\r\ncontent-')
    await fetch(`${service.url}/healthz`)

    service.kill('SIGTERM')

    expect(await service.exit).toBe(0)
  })

  test('finishes and records a write that continues after its request has ended', async () => {
    const place = await newInstallation()
    // Without other reads, shutdown waits only for the write.
    const service = await start(place, { DRAIN_MS: '0', LEADS: 'off', MIRROR: 'off' })
    const heldCalls = await stalled(service, { milliseconds: 3000 })
    await beginWrite(service)
    await expect.poll(heldCalls).toBe(1)

    service.kill('SIGTERM')

    expect(await service.exit).toBe(0)
    const { stdout } = await admin(place, 'operations', 'list', 'ws_demo', '--json')
    const states = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).state]))
    expect(states).toEqual(['SUCCEEDED'])
  })

  test('exits with code 0 while a platform never responds', async () => {
    const service = await start(await newInstallation(), {
      SHUTDOWN_TIMEOUT_MS: '1000',
      LEADS: 'off',
      MIRROR: 'off',
    })
    const heldCalls = await stalled(service)
    await beginWrite(service)
    await expect.poll(heldCalls).toBe(1)

    service.kill('SIGTERM')

    expect(await service.exit).toBe(0)
  })

  test('exits with code 1 when it receives a second SIGTERM', async () => {
    const service = await start(await newInstallation(), { ...withoutDemo, DRAIN_MS: '60000' })
    service.kill('SIGTERM')
    await service.waitForOutput(/shutting down/)
    service.kill('SIGTERM')

    expect(await service.exit).toBe(1)
  })
})

describe('a service that cannot start', () => {
  const failed = async (environment: Readonly<Record<string, string>>) => {
    const service = await serveHere(await newInstallation(), environment)
    expect(await service.stop()).toBe(1)
    return service
  }

  test('reports all problems of its configuration at once', async () => {
    const service = await failed({
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ads.example.com',
      ENCRYPTION_KEYS: 'k1:c2hvcnQ=',
    })

    expect(service.stderr).toMatch(
      /^The configuration has 4 problems:\n( {2}- .*\n){4}docs\/configuration\.md explains every variable\.\n$/,
    )
    for (const name of ['PORT', 'LOG_LEVEL', 'PUBLIC_URL', 'ENCRYPTION_KEYS'])
      expect(service.stderr).toContain(`- ${name}`)
  })

  test('lists every variable that its live platforms still need', async () => {
    const service = await failed({
      ADRAIL_SOCIAL: 'live',
      ADRAIL_SEARCH: 'live',
      ADRAIL_PRO: 'live',
      PRO_CLIENT_ID: 'here',
    })

    const named = [...service.stderr.matchAll(/^ {2}- (\w+) must be set/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual([
      'ENCRYPTION_KEYS',
      'PRO_CLIENT_SECRET',
      'PUBLIC_URL',
      'SEARCH_CLIENT_ID',
      'SEARCH_CLIENT_SECRET',
      'SOCIAL_CLIENT_ID',
      'SOCIAL_CLIENT_SECRET',
    ])
  })

  test.each(['PORT', 'SANDBOX_PORT', 'METRICS_PORT'])(
    'reports that the port in %s is in use',
    async (variable) => {
      const blocker = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void blocker.close())
      await new Promise((resolve) => blocker.once('listening', resolve))
      const { port } = blocker.address() as AddressInfo

      const service = await failed({ [variable]: String(port) })

      expect(service.stderr).toContain(`Port ${port} on 127.0.0.1 is already in use.`)
      expect(service.stderr).toContain(variable)
      expectNoStack(service)
    },
  )

  test('reports that other users can read its key file', async () => {
    const place = await newInstallation()
    const file = join(place.dataDir, 'encryption.key')
    writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
    chmodSync(file, 0o644)

    const service = await serveHere(place)

    expect(await service.stop()).toBe(1)
    expect(service.stderr).toContain(
      `Other users can read ${file}. To make the file private, run: chmod 600 ${file}`,
    )
    expectNoStack(service)
  })

  test.each([
    { peer: 'nothing', respond: undefined },
    { peer: 'another program', respond: 404 },
  ])('reports that no sandbox responds at SANDBOX_URL when $peer is at its address', async ({ respond }) => {
    const other = createServer((_, response) => response.writeHead(respond ?? 0).end()).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    if (respond === undefined) other.close()

    const service = spawn(await newInstallation(), { SANDBOX_URL: url })

    expect(await service.exit).toBe(1)
    expect(service.stderr).toContain(`No sandbox responds at ${url}, the address in SANDBOX_URL: `)
    expect(service.stderr).toMatch(/ remove SANDBOX_URL, .*\n$/)
    expectNoStack(service)
  })

  test('reports that the database refuses connections', async () => {
    const service = spawn(await newInstallation('postgresql://nobody@localhost:1/none'))

    expect(await service.exit).toBe(1)
    expect(service.stdout).toBe('')
    expect(service.stderr).toMatch(
      /^adrail cannot use the database: connect ECONNREFUSED .* DATABASE_URL, .*\n$/,
    )
  })

  test('reports that the database does not respond', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    // `address()` returns an `AddressInfo`, because the server listens on a port.
    const { port } = silent.address() as AddressInfo
    const service = spawn(await newInstallation(`postgresql://nobody@127.0.0.1:${port}/none`))

    expect(await service.exit).toBe(1)
    expect(service.stderr).toMatch(/^adrail cannot use the database: .*time.* DATABASE_URL, .*\n$/)
  })
})

describe('the log and the metrics of a service', () => {
  test('contain no API key, no secret and no text from a request body', async () => {
    const secrets = {
      PRO_CLIENT_SECRET: 'canary-client-secret',
      ENCRYPTION_KEYS: `k1:${'canary8A'.repeat(5)}aaa=`,
    }
    const service = await start(await newInstallation(), { LOG_LEVEL: 'debug', ...secrets })
    const apiKey = await service.readDemoKey()
    const [metricsUrl = ''] = await service.waitForOutput(/http:\S+\/metrics/)
    const wrongKey = `${apiKey.slice(0, -20)}canaryWrongKey123456`

    const send = (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
        body,
      })
    await send(
      '/user/create_user',
      '{"name":"canary-name","email":"canary-mail@example.com","externalId":"canary-id"}',
    )
    await send('/user/get_profile', '{"externalId":"canary-id"}')
    await send('/user/get_profile', '{"userId":"usr_canary"}')
    await send('/user/create_user', '{"name":{"canary-member":"canary-value"}}')
    await send('/user/create_user', '{"name": "canary-broken')
    await send('/user/create_user', '{}', { 'x-api-key': wrongKey, 'user-agent': 'canary-agent' })
    await send('/user/list_users', '{}', {
      'x-api-key': 'canary-no-key',
      authorization: 'Bearer canary-token',
    })
    await send('/user/list_users', '{"pagination":"canary-cursor"}', {
      'idempotency-key': 'canary-idempotency',
    })
    await send(`/canary/path?key=${apiKey}`, '{}')
    const metrics = await (await fetch(metricsUrl)).text()
    service.kill('SIGTERM')
    await service.exit

    expect(service.stdout.match(/"operation":"user\/\w+"/g)).toHaveLength(8)
    expect(metrics).toContain('adrail_requests_total{operation="user/create_user",status="200",code=""} 1')
    for (const text of [service.stdout, metrics]) {
      expect(text).not.toMatch(/canary/i)
      expect(text).not.toContain(apiKey.slice(13))
    }
    // A log may keep output that is not printed to a terminal, so it does not contain the key of the demo.
    expect(service.stderr).not.toContain(apiKey.slice(13))
    expect(service.stderr).not.toMatch(/canary/i)
  })
})

/** Starts a write whose request ends with 504 before the write does. */
async function beginWrite(service: ServiceProcess): Promise<void> {
  const body = { userId: 'usr_demo_all', locationAssetIds: ['55010001'] }
  const url = `${service.url}/search/create_location_group`
  const { status } = await post(url, await service.readDemoKey(), body, { prefer: 'wait=0' })
  expect(status).toBe(504)
}

/** Stalls writes at Google Ads in the embedded sandbox. The returned function counts the stalled requests. */
async function stalled(service: ServiceProcess, forTime: { readonly milliseconds?: number } = {}) {
  const [, url = ''] = await service.waitForOutput(/three emulated ad platforms is at (\S+)/)
  const sandbox = createSandboxAdminAt(() => url, 'search')
  const stall = await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'stall', times: 9, ...forTime })
  return () => sandbox.countHeld(stall)
}

function expectNoStack(child: { readonly stderr: string }): void {
  expect(child.stderr).not.toMatch(/^ +at /m)
}

interface Load {
  waitForResponses(count: number): Promise<void>
  end(): Promise<{ responses: string[]; refusals: number; broken: string[] }>
}

/** Starts clients that send requests on persistent connections until the service refuses new connections. */
function startLoad(url: string, apiKey: string, clients: number): Load {
  const responses: string[] = []
  const broken: string[] = []
  let refusals = 0
  let noticed = () => {}
  const pool = new Pool(url, { connections: clients })
  const ask = async () => {
    for (;;)
      try {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/user/list_users',
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
          body: '{}',
        })
        const { success } = (await body.json()) as { success: boolean }
        responses.push(`${statusCode} ${success}`)
        noticed()
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        if (code === 'ECONNREFUSED') refusals += 1
        else broken.push(`${code} ${message}`)
        return
      }
  }
  const asking = Array.from({ length: clients }, ask)
  return {
    waitForResponses: (count) =>
      new Promise((resolve) => {
        noticed = () => {
          if (responses.length >= count) resolve()
        }
        noticed()
      }),
    async end() {
      await Promise.all(asking)
      await pool.destroy()
      return { responses, refusals, broken }
    },
  }
}
