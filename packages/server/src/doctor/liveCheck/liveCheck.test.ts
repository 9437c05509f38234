// Tests the live check against responses that do not vary and against responses that vary like live ones.

import { beforeAll, describe, expect, test } from 'vitest'
import { runCommandInProcess } from '../../../testing/inProcess.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { decryptTokens } from '../../linking/tokenEncryption.ts'

const site = ['--site', 'https://www.example.com/']

describe.each([
  ['do not vary', ''],
  ['vary', 'live-check'],
])('the live check when responses %s', (_, seed) => {
  const service = useService({ environment: { SANDBOX_VARIATION: seed }, sharesPlatformClock: true })
  const sandbox = createSandboxAdmin(service)
  let userId = ''
  beforeAll(async () => {
    userId = await newLinkedUser(service)
    for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
      await linkExistingUser(service, userId, { platform })
  })

  /**
   * Runs the doctor. Fails when the report contains a name, address, phone number, token or id of a person
   * or an account.
   */
  async function doctor(...args: string[]) {
    const result = await runCommandInProcess(
      { DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl, SANDBOX_URL: sandbox.url },
      ['doctor', ...args],
    )
    const personal = await personalData()
    expect(personal.size).toBeGreaterThan(100)
    expect(result.stdout.length).toBeGreaterThan(200)
    expect([...personal].filter((value) => result.stdout.includes(value))).toEqual([])
    expect(result.stdout).not.toMatch(/[\w.]+@[\w.]+\.\w+|\+\d{7,}|\d{7,}/)
    // Varied responses may differ from the recorded ones, but adrail can still read them.
    expect(seed === '' ? [0] : [0, 2]).toContain(result.exit)
    return result
  }
  const withWrites = (...args: string[]) =>
    doctor('--live-check', userId, '--with-writes', '--service', service.url, ...site, ...args)
  const codeIn = (stderr: string) => /--confirm (\w+)/.exec(stderr)?.[1] ?? ''
  const made = async () => (await sandbox.effects()).filter(({ kind }) => /campaign/i.test(kind)).length

  test('checks the reads of all linked platforms, changes nothing, and reports no personal data', async () => {
    const before = (await sandbox.effects()).length
    const { stdout } = await doctor('--live-check', userId)
    expect(stdout).not.toContain('breaks   ')
    for (const platform of ['social', 'search', 'pro'])
      expect(stdout).toMatch(new RegExp(`^${platform} v?\\d+.*, \\d\\d kinds of responses: `, 'm'))
    const { reads } = JSON.parse((await doctor('--live-check', userId, '--json')).stdout)
    expect(reads.platforms).toHaveLength(3)
    expect((await sandbox.effects()).length).toBe(before)
  })

  test('plans writes first, and with the code of the plan creates, reads and deletes one campaign per platform', async () => {
    const before = await made()
    const planned = await withWrites()
    expect(planned.stderr).toContain('Nothing has changed yet.')
    expect(planned.stderr).toContain('adrail live check')
    const code = codeIn(planned.stderr)
    expect(code).toMatch(/^[0-9a-f]{12}$/)

    const other = await withWrites('--confirm', code, '--daily-budget', '30')
    expect(other.stderr).toContain('Nothing has changed yet.')
    expect(codeIn(other.stderr)).not.toBe(code)
    expect(await made()).toBe(before)

    const { writes } = JSON.parse((await withWrites('--confirm', code, '--json')).stdout)
    const steps = ['plan', 'create', 'read back', 'delete', 'read back after deletion']
    expect(writes).toEqual(
      ['social', 'search', 'pro'].map((platform) => ({
        platform,
        steps: steps.map((step) => ({ step, outcome: 'ok' })),
      })),
    )
    const { db } = service.app.store
    const entries = await db.selectFrom('operations').select(['name', 'state']).execute()
    expect(entries.map(({ name, state }) => `${name} ${state}`).sort()).toEqual(
      [
        'pro/create_campaign',
        'pro/update_campaign_status',
        'search/create_search_campaign',
        'search/update_campaign_status',
        'social/create_campaign',
        'social/update_campaign_status',
      ].map((name) => `${name} SUCCEEDED`),
    )
    const keys = await db.selectFrom('api_keys').selectAll().where('name', '=', 'live check').execute()
    expect(keys).toHaveLength(3)
    expect(keys.filter(({ revoked_at }) => revoked_at === null)).toEqual([])
  })

  /** Returns all texts that identify a person or an account of the sandbox, and all tokens in use. */
  async function personalData(): Promise<ReadonlySet<string>> {
    const found = new Set<string>([userId, service.workspaceId])
    const visit = (value: unknown): void => {
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner)
      else if (/\d{5}|\S \S|@/.test(String(value))) found.add(String(value))
    }
    const { people } = (await sandbox.callAdmin('GET', 'people')) as { people: unknown }
    visit(people)
    for (const row of await service.app.store.db.selectFrom('credentials').selectAll().execute()) {
      const { accessToken, refreshToken } = decryptTokens(service.app.service.linking.vault, row)
      for (const token of [accessToken, refreshToken]) if (token !== '') found.add(token)
    }
    return found
  }
})

describe('the live check', () => {
  const service = useService()
  const doctor = (...args: string[]) =>
    runCommandInProcess({ DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl }, ['doctor', ...args])

  test('refuses an unknown user', async () => {
    const { exit, stderr } = await doctor('--live-check', 'usr_nobody')
    expect(stderr).toContain('No user usr_nobody.')
    expect(exit).toBe(1)
  })

  test('refuses --with-writes without --site before it reads anything', async () => {
    const { exit, stdout, stderr } = await doctor('--live-check', 'usr_nobody', '--with-writes')
    expect(stderr).toContain('--with-writes requires --site')
    expect([exit, stdout]).toEqual([1, ''])
  })
})
