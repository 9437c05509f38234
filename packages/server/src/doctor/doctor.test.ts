// Tests the findings of the doctor. Each test causes its finding in the sandbox or in the configuration.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platforms } from '@adrail/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { disconnectAll, type LinkOptions, newLinkedUser } from '../../testing/linked.ts'
import { findUserCredential } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { decryptTokens } from '../linking/tokenEncryption.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'
import { insertSource, unreadSource } from '../store/leadSources.ts'
import { readClock } from '../store/readClock.ts'
import { examine } from './examine.ts'
import type { DoctorReport, Finding } from './finding.ts'
import { formatReport } from './reportText.ts'

// The tests control the clocks of the service, of the platforms and, on PostgreSQL, of the database.
const service = useService({ controlsDatabaseClock: true })
const sandbox = createSandboxAdmin(service)

type Environment = Readonly<Record<string, string>>

async function linkOneOnEach(): Promise<void> {
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await newLinkedUser(service, { platform })
}
beforeAll(linkOneOnEach)
beforeEach(() => sandbox.clearFaults())

/** Runs the doctor. Fails when the report contains a secret or a line of more than 80 characters. */
async function examined(
  environment: Environment = {},
  { aheadMs = 0, maxAccounts = 50 } = {},
): Promise<DoctorReport> {
  const activities: string[] = []
  const report = await examine({
    environment: {
      DATA_DIR: service.dataDir,
      DATABASE_URL: service.databaseUrl,
      SANDBOX_URL: sandbox.url,
      ...environment,
    },
    runtime: { ...systemRuntime(), now: () => service.clock.now() + aheadMs },
    maxAccounts,
    progress: (what) => activities.push(what),
  })
  expect(activities[0]).toBe('configuration')
  const output = [...activities, JSON.stringify(report), formatReport(report)].join('\n')
  for (const secret of [...(await secrets()), ...Object.values(environment).filter(isSecret)])
    expect(output).not.toContain(secret)
  for (const line of formatReport(report).split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  return report
}

const isSecret = (value: string) => /^\w+:[\w+/]{43}=/.test(value)

async function secrets(): Promise<string[]> {
  const { store, service: parts } = service.app
  const rows = await store.db.selectFrom('credentials').selectAll().execute()
  const tokens = rows.map((row) => decryptTokens(parts.linking.vault, row))
  return [
    ...platforms.map((platform) => findSandboxApp(platform).clientSecret),
    ...tokens.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
    ownKey(),
  ].filter((secret) => secret !== '')
}

const ownKey = () => readFileSync(join(service.dataDir, 'encryption.key'), 'utf8').trim()

function found({ findings }: DoctorReport, about: Partial<Finding>): Finding[] {
  return findings.filter((finding) =>
    Object.entries(about).every(([name, value]) => finding[name as keyof Finding] === value),
  )
}

/** Lists problems without those of linked accounts, because other tests break accounts. */
function listProblems(report: DoctorReport): string[] {
  return report.findings
    .filter(({ state, userId }) => (state === 'broken' || state === 'warning') && userId === undefined)
    .map(({ area, check, state }) => `${area} ${check} ${state}`)
}

test('the doctor reports no problem in a healthy deployment, and changes nothing in its database', async () => {
  // Other tests break accounts.
  await disconnectAll(service)
  await linkOneOnEach()
  const stored = async () =>
    await Promise.all(
      (['credentials', 'connections', 'links', 'sealing_keys', 'audit_entries'] as const).map((table) =>
        service.app.store.db.selectFrom(table).selectAll().execute(),
      ),
    )
  const before = await stored()
  const report = await examined()
  expect(listProblems(report)).toEqual([])
  expect(await stored()).toEqual(before)
  const checks = [...new Set(report.findings.map(({ area, check }) => `${area} ${check}`))]
  expect(checks).toEqual([
    'configuration configuration',
    'database database',
    'database schema',
    'database writes',
    'secrets vault',
    'secrets keys',
    'clock clock',
    ...['host', 'app', 'redirect', 'version', 'read', 'tier'].map((check) => `social ${check}`),
    ...['host', 'app', 'redirect', 'version', 'read'].map((check) => `search ${check}`),
    ...['host', 'app', 'redirect', 'version', 'read'].map((check) => `pro ${check}`),
  ])
  const [clock] = found(report, { check: 'clock' })
  expect(clock?.says).toMatch(
    service.databaseUrl === ''
      ? /^This machine and \S+ agree\.$/
      : /^This machine, \S+ and the database agree\.$/,
  )
})

test('the doctor notes API keys that read leads without the scope leads, and recommends key rotate', async () => {
  const { db } = service.app.store
  const { id } = await service.newKey()
  const store = (change: { scopes?: string; revoked_at?: number }) =>
    db.updateTable('api_keys').set(change).where('id', '=', id).execute()
  await store({ scopes: 'read link' })
  expect(found(await examined(), { check: 'scopes' })).toMatchObject([
    { state: 'note', says: expect.stringContaining(id), todo: expect.stringContaining('key rotate') },
  ])
  await store({ revoked_at: 1 })
  expect(found(await examined(), { check: 'scopes' })).toEqual([])
})

test('before the first start, the doctor notes that there is no database, and creates no data folder', async () => {
  const dataDir = join(newFolder('adrail-doctor-'), 'data')
  const report = await examined({ DATA_DIR: dataDir, DATABASE_URL: '' })
  // Without stored secrets, the doctor can check the keys only with a test value.
  for (const { says } of found(report, { area: 'secrets' }))
    expect(says).toMatch(/^adrail encrypted a test value /)
  expect(found(report, { area: 'database' })).toMatchObject([
    { state: 'note', todo: expect.stringContaining('npm start') },
  ])
  expect(found(report, { check: 'app', state: 'ok' })).toHaveLength(3)
  expect(existsSync(dataDir)).toBe(false)
})

test('the doctor warns of lost writes that adrail has just detected, with the reason', async () => {
  const { db } = service.app.store
  const state = { lost_at: await readClock(service.app.store), reason: 'failover' } as const
  await db.updateTable('database_state').set(state).execute()
  onTestFinished(async () => {
    await db.updateTable('database_state').set({ lost_at: null, reason: '' }).execute()
  })
  expect(found(await examined(), { area: 'database', check: 'writes' })).toMatchObject([
    { state: 'warning', says: expect.stringContaining('(failover)') },
  ])
})

test('the doctor warns of an unknown setting, and suggests a setting with a similar name', async () => {
  const report = await examined({ ADRAIL_SERCH: 'live' })
  expect(found(report, { check: 'unknown settings' })).toMatchObject([
    { state: 'warning', says: 'ADRAIL_SERCH is not a setting of adrail. Did you mean ADRAIL_SEARCH?' },
  ])
})

describe('the check of the configuration by the doctor', () => {
  test.each([
    [
      'every invalid variable',
      { PORT: 'eighty', ADRAIL_PRO: 'real' },
      ['configuration configuration broken', 'configuration configuration broken'],
    ],
    [
      'a PUBLIC_URL that no platform has registered and that does not respond',
      { PUBLIC_URL: 'https://ads.invalid' },
      [
        'configuration service warning',
        'social redirect broken',
        'search redirect broken',
        'pro redirect broken',
      ],
    ],
    [
      'platform hosts that do not respond',
      { SANDBOX_URL: 'http://127.0.0.1:1' },
      ['social host broken', 'search host broken', 'pro host broken'],
    ],
    [
      'an API version other than the one that this release supports',
      { SEARCH_API_VERSION: 'v23' },
      ['search version warning'],
    ],
    [
      'a database that is unreachable',
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
      ['database database broken'],
    ],
    [
      'an encryption key that is missing',
      { ENCRYPTION_KEYS: `k2:${Buffer.alloc(32, 2).toString('base64')}` },
      ['secrets keys broken'],
    ],
  ])('reports %s', async (_, environment, expected) => {
    const report = await examined(environment)
    expect(listProblems(report)).toEqual(expected)
    for (const { todo } of report.findings.filter(({ state }) => state === 'broken'))
      expect(todo).not.toBe('')
  })

  test('notes a lead hook token that an earlier release stored in plaintext', async () => {
    const { db } = service.app.store
    const place = {
      id: 'lds_clear',
      workspace_id: 'ws_other',
      user_id: 'usr_other',
      platform: 'search',
    } as const
    await insertSource(db, { ...place, subject: '1', hook_token: 'in-clear', hook_key: '', ...unreadSource })
    const expected = { state: 'note', todo: expect.stringContaining('rewrap') }
    expect(found(await examined(), { check: 'lead hooks' })).toMatchObject([expected])
    await db.deleteFrom('lead_sources').where('id', '=', place.id).execute()
    expect(found(await examined(), { check: 'lead hooks' })).toEqual([])
  })

  test('reports an encryption key whose bytes changed, and notes an old key that rewrap makes removable', async () => {
    const other = Buffer.alloc(32, 3).toString('base64')
    const lost = await examined({ ENCRYPTION_KEYS: `local:${other}` })
    expect(found(lost, { check: 'keys' })).toMatchObject([
      { state: 'broken', says: expect.stringContaining('other bytes when adrail encrypted') },
    ])
    expect(found(lost, { check: 'vault', state: 'broken', area: 'search' })).not.toEqual([])
    const report = await examined({ ENCRYPTION_KEYS: `k2:${other},local:${ownKey()}` })
    expect(listProblems(report)).toEqual([])
    expect(found(report, { check: 'keys' })).toMatchObject([
      { state: 'note', todo: expect.stringContaining('rewrap') },
    ])
  })
})

test.each([
  [600_000, 'ahead of'],
  [-600_000, 'behind'],
])(
  'the doctor warns of a clock that is %i ms ahead of a platform, and reports a difference to the database as broken',
  async (aheadMs, description) => {
    const clocks = found(await examined({}, { aheadMs }), { check: 'clock' })
    const expected = service.databaseUrl === '' ? ['warning'] : ['warning', 'broken']
    expect(clocks.map(({ state }) => state)).toEqual(expected)
    for (const clock of clocks) {
      expect(clock.says).toContain(`is 600 seconds ${description}`)
      expect(clock.todo).toContain('NTP')
    }
  },
)

test('the doctor reports a schema that is too old as broken, and only notes a newer schema', async () => {
  const { db } = service.app.store
  // `Tables` does not declare the table of the migrator.
  const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
  const last = { name: '0008_deletions', timestamp: '2026-01-01' }
  await migrations.deleteFrom('kysely_migration').where('name', '=', last.name).execute()
  try {
    expect(listProblems(await examined())).toEqual(['database schema broken'])
  } finally {
    await migrations.insertInto('kysely_migration').values(last).execute()
  }
  const newer = { name: '9999_later', timestamp: '2026-01-01' }
  await migrations.insertInto('kysely_migration').values(newer).execute()
  try {
    expect(found(await examined(), { check: 'schema' })).toMatchObject([{ state: 'note' }])
  } finally {
    await migrations.deleteFrom('kysely_migration').where('name', '=', newer.name).execute()
  }
})

describe('the check of a platform by the doctor', () => {
  test.each([
    ['social', 'oauth.access_token', { status: 400, code: '101' }],
    ['search', 'oauth.token', { status: 401, code: 'invalid_client' }],
    ['pro', 'oauth.introspectToken', { status: 401, code: 'invalid_client' }],
  ])('reports that %s refuses the app, and does not read its accounts', async (platform, call, refusal) => {
    await sandbox.injectFault({ platform, call, kind: 'status', ...refusal })
    const report = await examined()
    expect(listProblems(report)).toEqual([`${platform} app broken`])
    expect(report.findings.some(({ area, check }) => area === platform && check === 'read')).toBe(false)
  })

  test.each([
    ['social', 'oauth.access_token'],
    ['search', 'oauth.token'],
    ['pro', 'oauth.introspectToken'],
  ])('only warns when %s returns 503 to the check of the app', async (platform, call) => {
    await sandbox.injectFault({ platform, call, kind: 'status', status: 503 })
    expect(listProblems(await examined())).toEqual([`${platform} app warning`])
  })

  test('warns before the API version of LinkedIn expires, and reports an expired version as broken', async () => {
    const { now } = (await sandbox.callAdmin('GET', 'clock')) as { now: string }
    const versionAt = async (instant: string) => {
      await sandbox.callAdmin('POST', 'clock', { set: instant })
      // The consents of accounts would expire as well, so the doctor checks no accounts.
      return found(await examined({}, { maxAccounts: 0 }), { area: 'pro', check: 'version' })
    }
    try {
      expect(await versionAt('2027-06-16T00:00:00Z')).toMatchObject([{ state: 'ok' }])
      expect(await versionAt('2027-06-19T00:00:00Z')).toMatchObject([{ state: 'warning' }])
      expect(await versionAt('2027-10-01T00:00:00Z')).toMatchObject([{ state: 'broken' }])
    } finally {
      await sandbox.callAdmin('POST', 'clock', { set: now })
    }
  })

  test('notes that the app has the lowest access tier of Meta', async () => {
    await sandbox.simulate('social/limits', { points: 1_000_000, tier: 'development_access' })
    try {
      expect(found(await examined(), { check: 'tier', state: 'note' })).toHaveLength(1)
    } finally {
      await sandbox.simulate('social/limits', { points: 1_000_000, tier: 'standard_access' })
    }
  })
})

describe('the check of a linked account by the doctor', () => {
  /** Links a user later than all other users, so that the doctor checks this account first. */
  const newlyLinked = async (options: LinkOptions) => {
    await service.advance(1000)
    return newLinkedUser(service, options)
  }
  /** Checks only the account that was linked last, and returns its findings. */
  const findingsOf = async (userId: string) =>
    found(await examined({}, { maxAccounts: 1 }), { userId }).map(
      ({ area, check, state }) => `${area} ${check} ${state}`,
    )

  test('warns that the user removed the app on the platform', async () => {
    const userId = await newlyLinked({ person: 'ben' })
    await sandbox.simulate('revoke', { person: 'ben', platform: 'social' })
    expect(await findingsOf(userId)).toEqual(['social consent warning'])
  })

  test('reports the permissions that the user withdrew, and the operations that fail without them', async () => {
    const userId = await newlyLinked({ person: 'yuki' })
    const { linking } = service.app.service
    const { accessToken } = decryptTokens(
      linking.vault,
      await findUserCredential(service, userId, 'SOCIAL_A'),
    )
    for (const name of ['pages_manage_ads', 'pages_show_list'])
      await fetch(`${sandbox.url}/v26.0/me/permissions/${name}?access_token=${accessToken}`, {
        method: 'DELETE',
      })
    const lost = found(await examined(), { userId, check: 'permissions' })
    expect(lost.map(({ says }) => says)).toEqual([
      'The consent lacks the required permission pages_show_list.',
      expect.stringMatching(
        /lacks pages_manage_ads, so these operations do not work: .*social\/get_leadform_list/,
      ),
    ])
  })

  test.each([
    ['social', 'SOCIAL_A', 'campaigns.list', { kind: 'status', status: 400, code: '200' }, 'warning'],
    ['search', 'SEARCH', 'googleAds:search', { kind: 'garbage' }, 'broken'],
    ['pro', 'PROFESSIONAL', 'dmpSegments.account', { kind: 'status', status: 503 }, 'broken'],
  ] as const)(
    'reports that an account of %s cannot be read, and recommends what to do',
    async (platform, name, call, trouble, state) => {
      const userId = await newlyLinked({ platform: name })
      await sandbox.injectFault({ platform, call, times: 50, ...trouble })
      const reads = found(await examined(), { userId, area: platform, check: 'read', state })
      expect(reads).toHaveLength(1)
      for (const { todo } of reads) expect(todo).not.toBe('')
    },
  )

  test('recommends that the operator get approval when the Google Ads project has only test access', async () => {
    const userId = await newlyLinked({ platform: 'SEARCH' })
    await sandbox.simulate('search/project', { level: 'test' })
    try {
      const reads = found(await examined(), { userId, check: 'read', state: 'broken' })
      expect(reads[0]?.todo).toContain('approval')
    } finally {
      await sandbox.simulate('search/project', { level: 'standard' })
    }
  })

  test('warns that the consent of the user expires soon', async () => {
    const { now } = (await sandbox.callAdmin('GET', 'clock')) as { now: string }
    const userId = await newlyLinked({ person: 'greta' })
    await sandbox.advance(50 * 24 * 60 * 60 * 1000)
    try {
      expect(await findingsOf(userId)).toEqual(['social end warning'])
    } finally {
      await sandbox.callAdmin('POST', 'clock', { set: now })
    }
  })
})
