import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Place, post, type ServiceProcess, useProcesses } from '../../testing/processes.ts'

const { newPlace, start, admin } = useProcesses('file')
let place: Place
let service: ServiceProcess
beforeAll(async () => {
  place = await newPlace()
  service = await start(place)
  await service.said(/demo\.json\n/)
})

describe('admin commands beside the running service', () => {
  test('make a workspace and a key that works at once, shown once and stored nowhere', async () => {
    const made = await admin(place, 'workspace', 'create', 'Garden tools')
    expect(made).toMatchObject({ exit: 0, stderr: '' })
    const [workspaceId = ''] = /ws_\w+/.exec(made.stdout) ?? []
    expect((await admin(place, 'workspace', 'list')).stdout).toMatch(
      new RegExp(`^${workspaceId} +Garden tools +\\d{4}-\\d\\d-\\d\\d`, 'm'),
    )

    const apiKey = await createKey(workspaceId, '--name', 'till')
    expect(await statusOf(apiKey)).toBe(200)

    const { stdout } = await admin(place, 'key', 'list', workspaceId)
    expect(stdout).toMatch(
      new RegExp(`^key_\\w+ +${workspaceId} +till +${apiKey.slice(0, 12)}_… .* works +`, 'm'),
    )
    const secret = apiKey.slice(13)
    expect(stdout).not.toContain(secret)
    expect(await everythingStored()).toContain(apiKey.slice(4, 12))
    expect(await everythingStored()).not.toContain(secret)
  })

  test('give a key the scopes asked for and no others', async () => {
    const apiKey = await createKey('ws_demo', '--scopes', 'read,link')

    expect(await statusOf(apiKey)).toBe(200)
    const refused = await post(`${service.url}/user/create_user`, apiKey, { name: 'Nobody' })
    expect(refused).toMatchObject({ status: 403, envelope: { results: { code: 'FORBIDDEN' } } })
  })

  test('rotate a key: both work for the overlap, then the old one ends', async () => {
    const first = await createKey('ws_demo', '--name', 'shop', '--scopes', 'read')
    const second = shownKey(await admin(place, 'key', 'rotate', await idOf(first)))
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])

    const third = shownKey(await admin(place, 'key', 'rotate', '--overlap', '0', await idOf(second)))

    await expect.poll(() => statusOf(second), { timeout: 5000, interval: 200 }).toBe(401)
    expect(await statusOf(third)).toBe(200)
    const { stdout } = await admin(place, 'key', 'list', 'ws_demo')
    expect(stdout).toMatch(new RegExp(`shop +${third.slice(0, 12)}_… +read +works `))
    expect(stdout).toMatch(new RegExp(`shop +${second.slice(0, 12)}_… +read +ended `))
    expect(stdout).toMatch(new RegExp(`shop +${first.slice(0, 12)}_… +read +works until `))
  })

  test('revoke a key, which is refused within five seconds and cannot be rotated any more', async () => {
    const apiKey = await createKey('ws_demo')
    const keyId = await idOf(apiKey)
    expect(await statusOf(apiKey)).toBe(200)

    expect((await admin(place, 'key', 'revoke', keyId)).stdout).toBe(`Revoked ${keyId}.\n`)

    await expect.poll(() => statusOf(apiKey), { timeout: 5000, interval: 200 }).toBe(401)
    expect((await admin(place, 'key', 'revoke', keyId)).stdout).toContain('was revoked before')
    expect(await admin(place, 'key', 'rotate', keyId)).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: `The key ${keyId} is revoked; make a new one instead.\n`,
    })
  })

  test('let a key end by itself', async () => {
    const apiKey = await createKey('ws_demo', '--expires-in', '0')

    expect(await statusOf(apiKey)).toBe(401)
    const { stdout } = await admin(place, 'key', 'list')
    expect(stdout).toMatch(new RegExp(`${apiKey.slice(0, 12)}_… .* ended \\d{4}-`))
  })

  test('list the addresses that users may be sent to, and say that there are none', async () => {
    const list = async () => (await admin(place, 'redirect', 'list', 'ws_demo')).stdout
    const address = 'https://app.example.com/linked'
    expect(await list()).toBe('No address is registered for ws_demo yet: add one with "redirect add".\n')
    expect((await admin(place, 'redirect', 'add', 'ws_demo', address)).exit).toBe(0)
    expect(await list()).toBe(`${address}\n`)
    expect((await admin(place, 'redirect', 'remove', 'ws_demo', address)).exit).toBe(0)
  })
})

describe('an admin command that cannot be carried out', () => {
  test.each([
    [['key', 'create', 'ws_unknown'], 'There is no workspace ws_unknown.'],
    [['redirect', 'list', 'ws_unknown'], 'There is no workspace ws_unknown.'],
    [['key', 'rotate', 'key_unknown'], 'There is no key key_unknown.'],
    [['key', 'revoke', 'key_unknown'], 'There is no key key_unknown.'],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read,own'],
      '"own" is not one of read, write, spend, link, admin.',
    ],
    [['key', 'create', 'ws_demo', '--expires-in', 'soon'], 'It must be a number of days from 0 to 3650.'],
    [['workspace', 'create'], "missing required argument 'name'"],
    [['key', 'make'], "unknown command 'make'"],
    [['key', 'creat', 'ws_demo'], "unknown command 'creat'\n(Did you mean create?)"],
    [['key', 'create', 'ws_demo', '--scope', 'read'], "unknown option '--scope'\n(Did you mean --scopes?)"],
    [
      ['key', 'create', 'ws_demo', '--expiresIn', '1'],
      "unknown option '--expiresIn'\n(Did you mean --expires-in?)",
    ],
    [['key', 'rotate', '--overlpa', '0', 'key_1'], "unknown option '--overlpa'\n(Did you mean --overlap?)"],
    [['rewrap', '--dry-run'], "unknown option '--dry-run'"],
    [
      ['operations', 'list', 'ws_demo', '--state', 'lost'],
      '"lost" is not one of pending, executing, unknown,',
    ],
    [['audit', 'print', 'ws_demo', '--since', 'soon'], 'It must be a time like 2026-01-31T09:30Z'],
    [['operations', 'settle', 'op_1', '-r', 'Seen.'], 'Say either --done or --not-done.'],
    [['connections', 'list', 'ws_demo', '--health', 'ill'], '"ill" is not one of active,'],
    [['workspace', 'create', 'Garden', 'tools'], "too many arguments for 'create'"],
  ])('says why and exits with 1: %s', async (args, message) => {
    const answer = await admin(place, ...args)

    expect(answer).toMatchObject({ exit: 1, stdout: '' })
    expect(answer.stderr).toContain(message)
    expect(answer.stderr).not.toMatch(/^ +at /m)
  })

  test('says so when there is no database to reach', async () => {
    const nowhere = await newPlace('postgresql://nobody@localhost:1/none')

    const answer = await admin(nowhere, 'workspace', 'list')

    expect(answer).toMatchObject({ exit: 1, stdout: '' })
    expect(answer.stderr).toMatch(/^The database cannot be used: connect ECONNREFUSED .* DATABASE_URL .*\n$/)
  })
})

async function createKey(...args: string[]): Promise<string> {
  return shownKey(await admin(place, 'key', 'create', ...args))
}

function shownKey(answer: { exit: number | string; stdout: string; stderr: string }): string {
  expect(answer).toMatchObject({ exit: 0, stderr: '' })
  const shown = answer.stdout.match(/adr_[0-9a-z]{8}_[\w-]{49}/g) ?? []
  expect(shown).toHaveLength(1)
  return shown[0] ?? ''
}

async function idOf(apiKey: string): Promise<string> {
  const { stdout } = await admin(place, 'key', 'list')
  return (
    stdout
      .split('\n')
      .find((row) => row.includes(apiKey.slice(0, 12)))
      ?.split(' ')[0] ?? ''
  )
}

async function statusOf(apiKey: string): Promise<number> {
  return (await post(`${service.url}/user/list_users`, apiKey)).status
}

/** All that the database holds, byte for byte or row by row. */
async function everythingStored(): Promise<string> {
  if (place.databaseUrl === '')
    return readdirSync(place.dataDir)
      .filter((name) => name.startsWith('adrail.db'))
      .map((name) => readFileSync(join(place.dataDir, name), 'latin1'))
      .join('\n')
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select table_name, query_to_xml(format('select * from %I', table_name), true, false, '')::text as content
       from information_schema.tables where table_schema = 'public'`,
    )
    return JSON.stringify(rows)
  } finally {
    await client.end()
  }
}
