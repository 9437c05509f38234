// Adds a fictional platform to a copy of the source tree and uses it over HTTP. A platform is one folder in each
// package: the test limits the shared files that the platform has to change.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decideConsent, followCallback, startLink, useProcesses } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { copyWithTown } from './copy.ts'
import { createNewspaper, type Newspaper } from './newspaper.ts'
import { sharedEdits } from './sharedEdits.ts'
import { startTownService, type TownService, userId } from './townService.ts'

const sharedProcesses = useProcesses('file')
const ownProcesses = useProcesses()
let releaseRoot = ''

beforeAll(async () => {
  // The copy contains links to installed packages, which Node resolves.
  releaseRoot = newFolder('adrail-town-')
  copyWithTown(releaseRoot)
  await runInCopy('--input-type=module', '--eval', generation)
})

/** Writes the generated files that the programs need, without the documents. */
const generation = `
  import { writeFileSync } from 'node:fs'
  import { generateOperationIndexes } from './scripts/operationIndexes.ts'
  for (const { path, text } of generateOperationIndexes()) writeFileSync(path, text)
  const { sources } = await import('./scripts/sources.ts')
  for (const { path, text } of sources) writeFileSync(path, text)
`

test('a platform changes at most four shared files of the product and two of the sandbox', () => {
  const files = [...new Set(sharedEdits.map(({ file }) => file))]
  const ofSandbox = files.filter((file) => file.startsWith('packages/sandbox/'))
  expect(files.length - ofSandbox.length).toBeLessThanOrEqual(4)
  expect(ofSandbox.length).toBeLessThanOrEqual(2)
})

test('the compiler knows the platform everywhere', async () => {
  const settings = { extends: './tsconfig.json', include: ['packages/*/src'] }
  const exclude = ['packages/console', '**/*.test.ts']
  writeFileSync(join(releaseRoot, 'tsconfig.sources.json'), JSON.stringify({ ...settings, exclude }))
  const projects = ['tsconfig.sources.json', 'packages/console/tsconfig.json']
  expect(await Promise.all(projects.map(compile))).toEqual(['', ''])
})

describe('on a fourth platform, adrail', () => {
  let service: TownService
  let newspaper: Newspaper

  beforeAll(async () => {
    const installation = await sharedProcesses.newInstallation()
    service = await startTownService(sharedProcesses, { ...installation, releaseRoot })
    if (!service.sandbox) throw new Error('The service embeds no sandbox.')
    newspaper = createNewspaper(service.sandbox)
  })

  /** The key is the name, so a second call with the same name is a retry. */
  const create = (name: string) =>
    service.call('town/create_campaign', { userId, name, dailyBudget: 5 }, `create-${name}`)

  test('links the account of a user by OAuth, and lists the campaigns of the account', async () => {
    const { user } = await service.call('user/create_user', { name: 'Town' })
    const { userId: ownUserId } = user as { readonly userId: string }
    onTestFinished(async () => {
      await service.call('auth/remove_link', { userId: ownUserId, platform: 'TOWN' })
    })
    const { link, linkId } = await service.call('auth/create_link', { userId: ownUserId, platform: 'TOWN' })
    const flow = await startLink(String(link))
    await followCallback(await decideConsent(flow, 'ben'), flow.cookie)
    expect(await service.call('auth/get_link_status', { linkId })).toMatchObject({ status: 'completed' })
    expect(await service.call('auth/get_connected_accounts_data', { userId: ownUserId })).toMatchObject({
      connectedAccounts: { townAds: { accountIdText: '7002', accountName: 'Single Joinery' } },
    })
    const { campaigns } = await service.call('town/get_campaigns', { userId: ownUserId })
    expect(campaigns).toMatchObject([{ name: 'Doors', status: 'PAUSED', dailyBudget: '5.00' }])
  })

  test('refreshes an access token with one request when the token has expired by the clock of the platform', async () => {
    const listRefreshes = async () =>
      (await newspaper.listRequests('oauth.token')).filter(({ body }) => body.includes('refresh_token='))
    const earlier = await listRefreshes()
    await newspaper.advanceClock('2h')
    expect(await service.listCampaigns('Bread')).toMatchObject([{ status: 'ACTIVE' }])
    expect(await listRefreshes()).toHaveLength(earlier.length + 1)
  })

  test('creates a campaign in two steps, and creates nothing more when a request repeats the Idempotency-Key', async () => {
    const { campaignId: id } = await create('Buns')
    expect(await create('Buns')).toMatchObject({ campaignId: id })
    expect(await service.listCampaigns('Buns')).toMatchObject([{ id, status: 'ACTIVE', dailyBudget: '5.00' }])
    expect(await newspaper.listChanges(String(id))).toMatchObject([{ detail: { status: 'ACTIVE' } }])
  })

  test('refuses a creation beyond a spend limit before anything is sent to the platform', async () => {
    const setLimits = (currencies: readonly object[]) =>
      service.call('workspace/update_settings', { platform: 'town', guard: { currencies } })
    await setLimits([{ currencyCode: 'EUR', maxCampaignPerDay: '20' }])
    onTestFinished(async () => {
      await setLimits([])
    })
    const requests = await newspaper.listRequests('campaigns.create')
    const body = { userId, name: 'Gateaux', dailyBudget: 20.01 }
    const { status, envelope } = await service.send('town/create_campaign', body)
    expect([status, envelope.results]).toMatchObject([
      403,
      { success: false, code: 'SPEND_LIMIT_EXCEEDED', field: 'dailyBudget' },
    ])
    expect(await newspaper.listRequests('campaigns.create')).toEqual(requests)
  })

  test('removes a campaign when its creation is undone', async () => {
    const { operationId, campaignId: id } = await create('Pies')
    expect(await service.call('operation/undo_operation', { operationId })).toMatchObject({
      undone: operationId,
    })
    expect(await service.listCampaigns('Pies')).toEqual([])
    const changes = await newspaper.listChanges(String(id))
    expect(changes.at(-1)).toMatchObject({ detail: { status: 'DELETED' } })
  })

  test('refuses to undo a creation when someone else has changed the campaign', async () => {
    const { operationId, campaignId } = await create('Tarts')
    await newspaper.callApi(`campaigns/${campaignId}`, { status: 'PAUSED' })
    const { status, envelope } = await service.send('operation/undo_operation', { operationId })
    expect([status, envelope.results]).toMatchObject([409, { code: 'UNDO_REFUSED' }])
    expect(await service.listCampaigns('Tarts')).toMatchObject([{ status: 'PAUSED' }])
  })

  test('reports the figures of an account exactly as the platform returns them', async () => {
    const [from, until] = [await newspaper.dayAgo(10), await newspaper.dayAgo(2)]
    const query = `figures?from=${from}&until=${until}&limit=500`
    const { rows: figures } = (await newspaper.callApi(query)) as {
      readonly rows: readonly { readonly views: number; readonly clicks: number; readonly cost: number }[]
    }
    const sum = (field: 'views' | 'clicks' | 'cost') => figures.reduce((total, row) => total + row[field], 0)
    expect(sum('cost')).toBeGreaterThan(0)
    const metrics = {
      impressions: sum('views'),
      clicks: sum('clicks'),
      spend: (sum('cost') / 100).toFixed(2),
    }
    const period = { startDate: from, endDate: until }
    const results = await service.call('report/get_report', {
      userIds: [userId],
      level: 'CAMPAIGN',
      ...period,
    })
    expect(results['accounts']).toContainEqual(
      expect.objectContaining({ platform: 'town', totals: expect.objectContaining(metrics) }),
    )
    expect(results['rows']).toContainEqual(
      expect.objectContaining({ platform: 'town', campaignName: 'Bread', ...metrics }),
    )
  })

  describe('delivers a lead', () => {
    /** Returns the forms of the leads that events announced. */
    const listAnnounced = async () => {
      const request = { types: ['lead.received'], userId }
      const { events } = await service.call('event/list_events', request)
      return (events as readonly { readonly data: { readonly formName: string } }[]).map(
        ({ data }) => data.formName,
      )
    }
    const expectListed = async (formName: string) => {
      const { leads } = await service.call('lead/list_leads', { userId, platform: 'town' })
      expect(leads).toContainEqual(
        expect.objectContaining({
          formName,
          platform: 'town',
          fields: [
            expect.objectContaining({ name: 'FULL_NAME', value: expect.stringMatching(/\w+ \w+/) }),
            expect.objectContaining({ name: 'PHONE', value: expect.stringMatching(/^\+\d+/) }),
          ],
        }),
      )
    }

    // The first read of the account's leads sets the URL for notices.
    beforeAll(() => service.call('lead/list_leads', { userId, platform: 'town' }))

    test('with the next poll when the platform sends no notice', async () => {
      await newspaper.submitReply('901', 0)
      await newspaper.advanceClock('11m')
      await expect.poll(listAnnounced).toContain('Cakes')
      await expectListed('Cakes')
    })

    test('before the next poll when the platform sends a signed notice', async () => {
      expect(await newspaper.submitReply('902', 1)).toMatchObject({ told: [{ status: 200 }] })
      await expect.poll(listAnnounced).toContain('Rolls')
      await expectListed('Rolls')
    })
  })

  test('finishes a creation once when its process was killed between the steps, or before a response arrived', async () => {
    // The sandbox of the other process survives.
    const environment = { SANDBOX_URL: newspaper.url, LEADS: 'off', MIRROR: 'off' }
    const installation = { ...(await ownProcesses.newInstallation()), releaseRoot, environment }
    const first = await startTownService(ownProcesses, installation)
    const createWith = ({ send }: TownService, name: string) =>
      send('town/create_campaign', { userId, name, dailyBudget: 5 }, name)
    const lostResponses: Promise<unknown>[] = []
    for (const { name, call, when } of [
      { name: 'Half', call: 'campaigns.update', when: 'before' },
      { name: 'Unanswered', call: 'campaigns.create', when: 'after' },
    ] as const) {
      const held = await newspaper.holdNext(call, when)
      lostResponses.push(createWith(first, name).catch(() => undefined))
      await held.waitUntilHeld()
    }
    first.process.kill('SIGKILL')
    await Promise.all([first.process.exit, ...lostResponses])

    const second = await startTownService(ownProcesses, installation)
    for (const name of ['Half', 'Unanswered']) {
      await expect.poll(async () => (await createWith(second, name)).status).toBe(200)
      const { envelope } = await createWith(second, name)
      const { campaignId: id } = envelope.results
      expect(await second.listCampaigns(name)).toMatchObject([{ id, status: 'ACTIVE' }])
    }
  })
})

async function compile(project: string): Promise<string> {
  try {
    return await runInCopy(join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', project)
  } catch (error) {
    // The compiler writes its messages to standard output.
    return String((error as { readonly stdout?: unknown }).stdout ?? error)
  }
}

async function runInCopy(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: releaseRoot })
  return stdout
}
