import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { type Installation, post, useProcesses } from '../../testing/processes.ts'
import { useReceiver } from '../../testing/receiver.ts'
import { useService } from '../../testing/service.ts'
import { demoLines, ensureDemo } from './demo.ts'

const { newInstallation, start, serveInProcess: serveHere, admin } = useProcesses()
const demoUsers = { all: 'usr_demo_all', one: 'usr_demo_one', none: 'usr_demo_none' } as const

describe('the first start with nothing configured', () => {
  test('prints a curl command that returns the demo campaigns when it is run unchanged', async () => {
    const service = await start(await newInstallation())
    const [, command = ''] = await service.waitForOutput(/^ *(curl .+)\n/m)

    const response = JSON.parse(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }))

    expect(response).toMatchObject({ success: true, results: { success: true, error: '' } })
    expect(response.results.campaigns.map((campaign: { name: string }) => campaign.name)).toContain(
      'Spring bread',
    )
  })

  test('writes demo.json with mode 0600, the service URL, a working API key and the demo users', async () => {
    const place = await newInstallation()
    const service = await serveHere(place)

    expect(statSync(demoFile(place)).mode & 0o777).toBe(0o600)
    const demo = readDemo(place)
    expect(demo).toMatchObject({ url: service.url, apiKey: expect.stringMatching(/^adr_/), users: demoUsers })
    for (const userId of Object.values(demo.users))
      expect((await post(`${demo.url}/user/get_profile`, demo.apiKey, { userId })).status).toBe(200)
  })
})

test('a demo that listens on 0.0.0.0 prints a warning, and offers neither a console link nor one-click sign-in', async () => {
  const place = await newInstallation()
  const service = await start(place, { HOST: '0.0.0.0' })
  await service.waitForOutput(/Warning: this demo is reachable from other machines\./)
  expect(readDemo(place)).not.toHaveProperty('consoleUrl')
  const { port } = new URL(service.url)
  const session = await fetch(`http://127.0.0.1:${port}/console/session`)
  expect(await session.json()).toMatchObject({ results: { signedIn: false, demo: false } })
})

describe('ensureDemo', () => {
  const service = useService()

  test('creates the data folder for demo.json when the folder does not exist', async () => {
    const dataDir = join(newFolder('adrail-demo-'), 'data')
    const { apiKey } = await ensureDemo(service.app, dataDir)
    expect(readFileSync(join(dataDir, 'demo.json'), 'utf8')).toContain(apiKey)
  })
})

describe('a lead submitted in the demo', () => {
  const receiver = useReceiver()

  test.each([
    { platform: 'social', lead: { formId: '700011' } },
    { platform: 'pro', lead: { account: '512345678' } },
  ])(
    'on $platform reaches a webhook endpoint before the next poll for leads is due',
    async ({ platform, lead }) => {
      const place = await newInstallation()
      const service = await serveHere(place)
      const { apiKey, sandbox } = readDemo(place)
      const call = (operation: string, body: object) => post(`${service.url}/${operation}`, apiKey, body)
      const list = async () =>
        (await call('lead/list_leads', { userId: demoUsers.all, platform })).envelope.results[
          'leads'
        ] as object[]
      // The first poll for leads also subscribes to the notifications of the platform.
      await expect.poll(async () => (await list()).length).toBeGreaterThan(0)
      const url = `${receiver.url}/${platform}`
      expect((await call('webhook/create_endpoint', { url, types: ['lead.received'] })).status).toBe(200)

      const order = await fetch(`${sandbox.url}/_sandbox/simulate/${platform}/lead`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
      })
      expect(order.status).toBe(200)

      await expect
        .poll(() => receiver.messagesAt(`/${platform}`).map(({ type }) => type))
        .toEqual(['lead.received'])
    },
  )
})

describe('later starts of a demo', () => {
  test('reuse the API key and the users of the first start', async () => {
    const place = await newInstallation()
    const first = await startAndStop(place)
    const second = await startAndStop(place)

    expect(second).toMatchObject({ apiKey: first.apiKey, users: first.users })
    const keys = await admin(place, 'key', 'list', 'ws_demo')
    expect(keys.stdout.match(/adr_/g)).toHaveLength(1)
  })

  test('write demo.json and keep the demo.json.new file of another start intact', async () => {
    const place = await newInstallation()
    const { apiKey } = await startAndStop(place)
    writeFileSync(`${demoFile(place)}.new`, 'of another start')

    expect(await startAndStop(place)).toMatchObject({ apiKey, users: demoUsers })
    expect(readFileSync(`${demoFile(place)}.new`, 'utf8')).toBe('of another start')
    const written = readdirSync(place.dataDir).filter((name) => name.startsWith('demo.json'))
    expect(written.sort()).toEqual(['demo.json', 'demo.json.new'])
  })

  test('replace a deleted or damaged demo.json by one with a working API key', async () => {
    const place = await newInstallation()
    const first = await startAndStop(place)
    rmSync(demoFile(place))
    const second = await startAndStop(place)
    writeFileSync(demoFile(place), '{"apiKey": "adr_')
    const service = await serveHere(place)
    const third = readDemo(place)

    // The database stores only a hash of the first key, so a new file needs a new key.
    expect(second.apiKey).not.toBe(first.apiKey)
    expect(third.users).toEqual(first.users)
    expect((await post(`${service.url}/user/list_users`, third.apiKey)).status).toBe(200)
  })

  test.each([
    ['revoked', ['key', 'revoke']],
    ['rotated and has expired', ['key', 'rotate', '--overlap', '0']],
  ])('replace a demo API key that was %s', async (_, command) => {
    const place = await newInstallation()
    const first = await startAndStop(place)
    const [keyId = ''] = /key_\w+/.exec((await admin(place, 'key', 'list')).stdout) ?? []
    expect((await admin(place, ...command, keyId)).exit).toBe(0)

    const service = await serveHere(place)

    const { apiKey } = readDemo(place)
    expect(apiKey).not.toBe(first.apiKey)
    expect((await post(`${service.url}/user/list_users`, apiKey)).status).toBe(200)
  })
})

describe('a demo service', () => {
  const reads = ['social/get_campaigns', 'search/get_languages', 'pro/get_audiences_list'] as const

  const demoService = async (environment: Record<string, string> = {}) => {
    const place = await newInstallation()
    const service = await serveHere(place, environment)
    const { apiKey } = readDemo(place)
    const ask = async (operation: string) =>
      (await post(`${service.url}/${operation}`, apiKey, { userId: demoUsers.all })).status
    const [, sandbox = ''] = /sandbox.* is at (\S+)/.exec(service.stderr) ?? []
    return { sandbox, statuses: () => Promise.all(reads.map(ask)) }
  }
  const order = async (sandboxUrl: string, path: string, body: object, status = 200) => {
    const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
  }
  const works = [200, 200, 200]

  test('links its users again after its sandbox is reset, advances by 61 days, and returns to real time', async () => {
    const { sandbox, statuses } = await demoService()
    expect(await statuses()).toEqual(works)

    await order(sandbox, 'reset', {})
    await expect.poll(statuses).toEqual(works)
    await order(sandbox, 'clock', { advance: '61d' })
    await expect.poll(statuses).toEqual(works)
    await order(sandbox, 'clock', { real: true })
    await expect.poll(statuses).toEqual(works)
  })

  test('links its users again after an attempt to link fails', async () => {
    const { sandbox, statuses } = await demoService()
    const faults = async () => await (await fetch(`${sandbox}/_sandbox/faults`)).json()

    // Only the code that links the demo users requests the consent dialog, so only an attempt to link fails.
    const fault = { platform: 'social', call: 'oauth.dialog', kind: 'status', status: 500 }
    await order(sandbox, 'faults', fault, 201)
    await order(sandbox, 'clock', { advance: '61d' })

    await expect.poll(faults).toMatchObject({ faults: [{ met: 1 }] })
    // The pause keeps the polling within the rate limit of the key while adrail waits for its second check of
    // the clock.
    await expect.poll(statuses, { interval: 500 }).toEqual(works)
  })

  test('links its users again when the sandbox that it shares with another service is reset or advances', async () => {
    const { sandbox } = await demoService()
    const { statuses } = await demoService({ SANDBOX_URL: sandbox })
    expect(await statuses()).toEqual(works)

    await order(sandbox, 'reset', {})
    await expect.poll(statuses).toEqual(works)
    await order(sandbox, 'clock', { advance: '61d' })
    await expect.poll(statuses).toEqual(works)
  })
})

test('demoLines shows the API key only on a terminal', () => {
  const demo = { url: 'http://localhost:8080', apiKey: 'adr_secret', users: demoUsers }
  expect(demoLines(demo, 'data/demo.json', true).join()).toContain("-H 'x-api-key: adr_secret'")
  expect(demoLines(demo, 'data/demo.json', false).join()).not.toContain('adr_secret')
})

describe('a service with a live platform', () => {
  const live = {
    ADRAIL_PRO: 'live',
    PRO_CLIENT_ID: 'id',
    PRO_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://ads.example.com',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  }

  test('creates no demo workspace and no demo.json', async () => {
    const place = await newInstallation()
    const service = await serveHere(place, live)

    expect(await service.stop()).toBe(0)
    expect(service.stderr).not.toMatch(/curl|demo/)
    expect(() => readDemo(place)).toThrow(/ENOENT/)
    expect((await admin(place, 'workspace', 'list')).stdout).not.toContain('ws_demo')
  })

  test('refuses to start when ADRAIL_DEMO is on', async () => {
    const service = await serveHere(await newInstallation(), { ...live, ADRAIL_DEMO: 'on' })

    expect(await service.stop()).toBe(1)
    expect(service.stderr).toContain('ADRAIL_DEMO must not be on while a platform is live.')
  })
})

interface Demo {
  readonly url: string
  readonly apiKey: string
  readonly sandbox: { readonly url: string }
  readonly users: Readonly<Record<string, string>>
}

function demoFile(place: Installation): string {
  return join(place.dataDir, 'demo.json')
}

function readDemo(place: Installation): Demo {
  return JSON.parse(readFileSync(demoFile(place), 'utf8'))
}

async function startAndStop(place: Installation): Promise<Demo> {
  const service = await serveHere(place)
  expect(await service.stop()).toBe(0)
  return readDemo(place)
}
