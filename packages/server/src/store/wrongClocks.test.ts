import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { advanceDatabaseClock } from '../../testing/databaseClock.ts'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { newFolder } from '../../testing/folders.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { readResponse } from '../../testing/requests.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'
import { startTestSandbox } from '../../testing/worlds.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'

const databaseUrl = testDatabaseUrl()
const onPostgres = databaseUrl !== ''

async function serviceWithClock(skewMs: () => number, environment: Readonly<Record<string, string>> = {}) {
  const logFile = join(newFolder('adrail-clock-'), 'log')
  const service = await startTestService({
    databaseUrl,
    usesRealTime: true,
    skewMs,
    sharesPlatformClock: true,
    controlsDatabaseClock: true,
    logFile,
    environment,
  })
  onTestFinished(() => service.stop())
  const metric = async (against: string) => {
    const text = await (await fetch(service.app.metricsUrl)).text()
    const found = new RegExp(`^adrail_clock_skew_seconds\\{against="${against}"\\} (\\S+)$`, 'm').exec(text)
    return found ? Math.round(Number(found[1]) / 10) * 10 : undefined
  }
  const logged = () => readFileSync(logFile, 'utf8')
  return { service, metric, logged, ready: () => readResponse(service.send('/readyz')) }
}

test.runIf(onPostgres)(
  '/readyz returns CLOCK_SKEWED with the difference while the clock is 10 minutes off, and 200 once it is right',
  async () => {
    let skewMs = 600_000
    const { ready, metric, logged } = await serviceWithClock(() => skewMs)
    const refused = await ready()
    expectRefusal(refused, 'CLOCK_SKEWED')
    expect(JSON.parse(refused.text).results.error).toMatch(/\d+ s ahead of the database's/)
    expect(await metric('database')).toBe(600)
    await expect.poll(logged).toContain('clock.skewed')
    skewMs = -600_000
    expect(JSON.parse((await ready()).text).results.error).toMatch(/\d+ s behind the database's/)
    skewMs = 0
    expect((await ready()).status).toBe(200)
  },
)

test.runIf(onPostgres)(
  'a process whose clock is set together with the clock of the database stays ready',
  async () => {
    let skewMs = 0
    const { service, ready, metric } = await serviceWithClock(() => skewMs)
    for (const stepMs of [600_000, -1_200_000]) {
      skewMs += stepMs
      await advanceDatabaseClock(service.databaseUrl, stepMs)
      expect((await ready()).status).toBe(200)
      expect(await metric('database')).toBeCloseTo(0)
    }
  },
)

test.runIf(onPostgres)(
  'a clock change of the database leaves running processes ready, and is reported in the log and in a metric',
  async () => {
    let skewMs = 0
    const { service, ready, metric, logged } = await serviceWithClock(() => skewMs)
    await advanceDatabaseClock(service.databaseUrl, 600_000)
    await service.app.clockWatch?.checkClocks()
    expect((await ready()).status).toBe(200)
    expect(await metric('database')).toBe(-600)
    await expect.poll(logged).toContain('clock.skewed')

    // Now the clock of the machine is wrong as well.
    skewMs = 600_000 + 60_000
    expectRefusal(await ready(), 'CLOCK_SKEWED')
    skewMs = 0
    await advanceDatabaseClock(service.databaseUrl, -600_000)
    await service.app.clockWatch?.checkClocks()
    skewMs = 600_000
    expectRefusal(await ready(), 'CLOCK_SKEWED')
  },
)

test.runIf(onPostgres)('a process with a wrong clock writes the time of the database', async () => {
  const { service } = await serviceWithClock(() => 86_400_000)
  const response = await service.call('user/create_user', { name: 'Timely' })
  expectSuccess('user/create_user', response)
  const { store } = service.app
  const { now } = await store.db.selectNoFrom(store.clock.as('now')).executeTakeFirstOrThrow()
  expect(Math.abs(Date.parse(response.results.user.createdAt) - now)).toBeLessThan(3_600_000)
})

test.runIf(!onPostgres)(
  'a step of the wall clock is logged, and changes no time that adrail writes to SQLite',
  async () => {
    let skewMs = 0
    const { service, ready, metric, logged } = await serviceWithClock(() => skewMs)
    const created = async () => {
      const response = await service.call('user/create_user', { name: 'Timely' })
      return Date.parse(response.results.user.createdAt)
    }
    const before = await created()
    skewMs = 86_400_000
    expect((await created()) - before).toBeLessThan(3_600_000)
    expect((await ready()).status).toBe(200)
    expect(await metric('database')).toBeUndefined()
    await service.app.clockWatch?.checkClocks()
    await expect.poll(logged).toContain('clock.stepped')
  },
)

/** Configures Meta as a live platform, which shows its time only in the `Date` header. */
async function liveSocial() {
  const sandbox = await startTestSandbox({ clock: 'real' })
  const { clientId, clientSecret } = findSandboxApp('social')
  const environment = {
    ADRAIL_SOCIAL: 'live',
    // The sandbox redirects users only to this machine.
    PUBLIC_URL: 'https://localhost:8443',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    SOCIAL_API_URL: sandbox.url,
    SOCIAL_AUTHORIZE_URL: sandbox.url,
    SOCIAL_TOKEN_URL: sandbox.url,
    SOCIAL_CLIENT_ID: clientId,
    SOCIAL_CLIENT_SECRET: clientSecret,
  }
  return { sandbox, environment }
}

test('a clock that differs from the Date header of a live platform is reported in the log and in a metric', async () => {
  const { environment } = await liveSocial()
  const { service, metric, logged } = await serviceWithClock(() => -600_000, environment)
  await newLinkedUser(service)
  expect(await metric('social')).toBe(-600)
  await service.app.clockWatch?.checkClocks()
  await expect.poll(logged).toMatch(/"level":"warn".*"against":"social"/)
})

test.runIf(onPostgres)(
  'a clock change of the database does not affect the clock skew measured against a live platform',
  async () => {
    const { environment } = await liveSocial()
    const { service, metric } = await serviceWithClock(() => 0, environment)
    await newLinkedUser(service)
    for (const stepMs of [600_000, -1_200_000]) {
      await advanceDatabaseClock(service.databaseUrl, stepMs)
      await service.app.clockWatch?.checkClocks()
      expect(await metric('database')).not.toBeCloseTo(0)
      expect(await metric('social')).toBeCloseTo(0)
    }
  },
)

test('an audience whose response was lost is found by the clock of a live platform, despite a wrong clock of adrail', async () => {
  const { sandbox, environment } = await liveSocial()
  const service = await startTestService({ databaseUrl, sharesPlatformClock: true, environment })
  onTestFinished(() => service.stop())
  service.clock.advance(5 * 365 * 86_400_000)
  const userId = await newLinkedUser(service)
  sandbox.faults.order({ platform: 'social', call: 'customaudiences.create', kind: 'reset', when: 'after' })
  const response = await service.call('social/create_leadform_audience', {
    userId,
    name: 'Lost and found',
    description: '',
    type: 'submit',
    leadFormIds: ['700011'],
  })
  expectSuccess('social/create_leadform_audience', response)
  expect(sandbox.requests.effects().filter(({ kind }) => kind === 'audience.create').length).toBe(1)
})
