import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InProcessService } from '../../testing/inProcess.ts'
import { type Installation, post, useProcesses } from '../../testing/processes.ts'

const { newInstallation, serveInProcess: serveHere, admin, adminProcess } = useProcesses('file')
let place: Installation
let service: InProcessService
// The service runs in this process. With SQLite, another process would have its own clock, which differs
// after someone sets the wall clock.
beforeAll(async () => {
  place = await newInstallation()
  service = await serveHere(place)
})

describe('admin commands next to the running service', () => {
  test('create a workspace and a key that works at once, is shown once and is not stored in plain text', async () => {
    const made = await admin(place, 'workspace', 'create', 'Garden tools')
    expect(made).toMatchObject({ exit: 0, stderr: '' })
    const [workspaceId = ''] = /ws_\w+/.exec(made.stdout) ?? []
    expect((await admin(place, 'workspace', 'list')).stdout).toMatch(
      new RegExp(`^${workspaceId} +Garden tools +\\d{4}-\\d\\d-\\d\\d`, 'm'),
    )

    const apiKey = await createKey(workspaceId, '--name', 'till', '--scopes', 'read')
    expect(await statusOf(apiKey)).toBe(200)

    const { stdout } = await admin(place, 'key', 'list', workspaceId)
    expect(stdout).toMatch(
      new RegExp(`^key_\\w+ +${workspaceId} +till +${apiKey.slice(0, 12)}_… .* active +`, 'm'),
    )
    const secret = apiKey.slice(13)
    expect(stdout).not.toContain(secret)
    expect(await everythingStored()).toContain(apiKey.slice(4, 12))
    expect(await everythingStored()).not.toContain(secret)
  })

  test('create a key with only the requested scopes', async () => {
    const apiKey = await createKey('ws_demo', '--scopes', 'read,link')

    expect(await statusOf(apiKey)).toBe(200)
    const refused = await post(`${service.url}/workspace/list_keys`, apiKey, {})
    expect(refused).toMatchObject({ status: 403, envelope: { results: { code: 'FORBIDDEN' } } })
  })

  test('rotate a key: both keys work during the overlap, and without an overlap only the new key works', async () => {
    const first = await createKey('ws_demo', '--name', 'shop', '--scopes', 'read')
    const second = shownKey(await admin(place, 'key', 'rotate', await idOf(first)))
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])

    const third = shownKey(await admin(place, 'key', 'rotate', '--overlap', '0', await idOf(second)))

    await expect.poll(() => statusOf(second), { interval: 200 }).toBe(401)
    expect(await statusOf(third)).toBe(200)
    const { stdout } = await admin(place, 'key', 'list', 'ws_demo')
    expect(stdout).toMatch(new RegExp(`shop +${third.slice(0, 12)}_… +read +active `))
    expect(stdout).toMatch(new RegExp(`shop +${second.slice(0, 12)}_… +read +expired `))
    expect(stdout).toMatch(new RegExp(`shop +${first.slice(0, 12)}_… +read +active until `))
  })

  test('revoke a key, which is refused from then on and cannot be rotated', async () => {
    const apiKey = await createKey('ws_demo', '--scopes', 'read,link')
    const keyId = await idOf(apiKey)
    expect(await statusOf(apiKey)).toBe(200)

    expect((await admin(place, 'key', 'revoke', keyId)).stdout).toBe(`Revoked ${keyId}.\n`)

    await expect.poll(() => statusOf(apiKey), { interval: 200 }).toBe(401)
    expect((await admin(place, 'key', 'revoke', keyId)).stdout).toContain('is already revoked')
    expect(await admin(place, 'key', 'rotate', keyId)).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: `The key ${keyId} is revoked. Create a new key instead.\n`,
    })
  })

  test('create a key that expires at once with --expires-in 0', async () => {
    const apiKey = await createKey('ws_demo', '--scopes', 'read', '--expires-in', '0')

    expect(await statusOf(apiKey)).toBe(401)
    const { stdout } = await admin(place, 'key', 'list')
    expect(stdout).toMatch(new RegExp(`${apiKey.slice(0, 12)}_… .* expired \\d{4}-`))
  })

  test('refuse to rotate an expired key, and limit the successor of an expiring key to its expiry', async () => {
    const ended = await idOf(await createKey('ws_demo', '--scopes', 'read', '--expires-in', '0'))
    expect(await admin(place, 'key', 'rotate', ended)).toMatchObject({
      exit: 1,
      stderr: `The key ${ended} has expired. Create a new key instead.\n`,
    })
    const ending = await idOf(await createKey('ws_demo', '--scopes', 'read', '--expires-in', '2'))
    const { stdout } = await admin(place, 'key', 'rotate', '--overlap', '5', ending)
    const [, until] = /, valid until (\S+ \S+)\. The key is shown/.exec(stdout) ?? []
    expect(stdout).toContain(`The old key ${ending} expires at ${until?.replace(' ', 'T')}`)
  })

  test('list the registered redirect addresses, and report when there are none', async () => {
    const list = async () => (await admin(place, 'redirect', 'list', 'ws_demo')).stdout
    const address = 'https://app.example.com/linked'
    expect(await list()).toBe('No redirect URLs in ws_demo yet. To add a URL, run "redirect add".\n')
    expect((await admin(place, 'redirect', 'add', 'ws_demo', address)).exit).toBe(0)
    expect(await list()).toBe(`${address}\n`)
    expect((await admin(place, 'redirect', 'remove', 'ws_demo', address)).exit).toBe(0)
  })
})

describe('a check of the running service', () => {
  const besides = async () => {
    const [, sandboxUrl = ''] = /ad platforms is at (\S+)/.exec(service.stderr) ?? []
    return { ...place, environment: { SANDBOX_URL: sandboxUrl } }
  }
  const progress = expect.stringMatching(/^(… .*\n)+$/)

  test('by doctor prints progress and one JSON document, and exits with 1 when platforms are unreachable', async () => {
    const well = await admin(await besides(), 'doctor', '--json')
    expect(JSON.parse(well.stdout)).toMatchObject({ outcome: 'fine' })
    expect(well).toMatchObject({ exit: 0, stderr: progress })
    const away = { ...place, environment: { SANDBOX_URL: 'http://127.0.0.1:1' } }
    expect(await admin(away, 'doctor')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('3 broken.'),
    })
  })

  test('by drift prints progress and writes a report of all platforms to a file', async () => {
    const output = join(place.dataDir, 'drift.json')
    const args = ['--user', 'usr_demo_all', '--json', '--output', output]
    expect(await admin(await besides(), 'drift', ...args)).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: progress,
    })
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({
      outcome: 'same',
      platforms: [{ platform: 'social' }, { platform: 'search' }, { platform: 'pro' }],
    })
  })
})

describe('the brand of a workspace', () => {
  const brand = (...args: string[]) => admin(place, 'workspace', 'brand', 'ws_demo', ...args)
  const page = async (path: string) => await fetch(new URL(path, service.url))
  const dotsAndLines = (kind: string) => join(place.dataDir, `logo.${kind}`)

  test('appears on the next link page, and can be removed part by part', async () => {
    // This picture has one pixel.
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(dotsAndLines('png'), png)
    const result = await brand(
      ...['--name', 'Fox & Sons', '--logo', dotsAndLines('png'), '--colour', '#FD0'],
      ...['--privacy', 'https://fox.example/privacy', '--support', 'mailto:help@fox.example'],
    )
    expect(result).toMatchObject({ exit: 0, stderr: '' })
    expect(result.stdout).toContain('colour   #ffdd00, with black text on it (contrast 15.6:1)')

    const body = { userId: 'usr_demo_none', platform: 'SEARCH' }
    const made = await post(
      `${service.url}/auth/create_link`,
      await createKey('ws_demo', '--scopes', 'read,link'),
      body,
    )
    const { link } = made.envelope.results
    const text = await (await page(String(link))).text()
    expect(text).toContain('<strong>Fox &amp; Sons</strong> wants to connect')
    expect(text).toContain('href="https://fox.example/privacy"')
    expect(text).toContain('href="mailto:help@fox.example"')
    expect(await (await page('/connect/style.css?colour=ffdd00')).text()).toContain(
      '--button: #ffdd00; --button-ink: #000000;',
    )
    const logo = await page(/src="([^"]+)" alt="Fox &amp; Sons"/.exec(text)?.[1] ?? '')
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(png)
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })

    expect((await brand('--logo', '', '--name', '')).stdout).toMatch(
      /name +the name of the workspace\nlogo +none/,
    )
    const bare = await (await page(String(link))).text()
    expect(bare).not.toContain('<img')
    expect(bare).toContain('href="https://fox.example/privacy"')
    const record = (await admin(place, 'audit', 'print', 'ws_demo')).stdout
    expect(record).toContain('workspace.branded')
  })

  test('is refused with the reason when the logo, the color or the support address is invalid', async () => {
    writeFileSync(
      dotsAndLines('svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      [
        '--logo',
        dotsAndLines('svg'),
        /^The logo is not a PNG or JPEG file\. Save the logo as a PNG file\.$/m,
      ],
      ['--colour', 'green', /^The color "green" is not a hex color such as #1f6f50\.$/m],
      [
        '--support',
        'javascript:alert(1)',
        /^The URL must start with https: or mailto: and must not contain a user name\.$/m,
      ],
    ]
    for (const [option, value, reason] of refusals) {
      const result = await brand(option, value)
      expect(result).toMatchObject({ exit: 1, stdout: '' })
      expect(result.stderr).toMatch(reason)
    }
  })
})

describe('an admin command that fails', () => {
  test.each([
    [['key', 'create', 'ws_unknown', '--scopes', 'read'], 'No workspace ws_unknown.'],
    [['key', 'create', 'ws_demo'], "required option '-s, --scopes <list>' not specified"],
    [['redirect', 'list', 'ws_unknown'], 'No workspace ws_unknown.'],
    [['key', 'rotate', 'key_unknown'], 'No key key_unknown.'],
    [['key', 'revoke', 'key_unknown'], 'No key key_unknown.'],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read,own'],
      '"own" is not valid. Use one or more of: read, leads, write, spend, link, approve, admin.',
    ],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read', '--expires-in', 'soon'],
      'Use a number of days from 0 to 3650.',
    ],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read', '--expires-in', ''],
      'Use a number of days from 0 to 3650.',
    ],
    [['key', 'rotate', '--overlap', '', 'key_1'], 'Use a number of days from 0 to 3650.'],
    [['key', 'rotate', '--overlap', '0x10', 'key_1'], 'Use a number of days from 0 to 3650.'],
    [['workspace', 'create'], "missing required argument 'name'"],
    [['key', 'make'], "unknown command 'make'"],
    [['key', 'creat', 'ws_demo'], "unknown command 'creat'\n(Did you mean create?)"],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read', '--nam', 'x'],
      "unknown option '--nam'\n(Did you mean --name?)",
    ],
    [
      ['key', 'create', 'ws_demo', '--scopes', 'read', '--expiresIn', '1'],
      "unknown option '--expiresIn'\n(Did you mean --expires-in?)",
    ],
    [['key', 'rotate', '--overlpa', '0', 'key_1'], "unknown option '--overlpa'\n(Did you mean --overlap?)"],
    [['rewrap', '--dry-run'], "unknown option '--dry-run'"],
    [['drift'], "required option '--user <id>' not specified"],
    [
      ['operations', 'list', 'ws_demo', '--state', 'lost'],
      '"lost" is not valid. Use one or more of: pending, executing, unknown,',
    ],
    [['audit', 'print', 'ws_demo', '--since', 'soon'], 'Use a time such as 2026-01-31T09:30Z'],
    [['operations', 'settle', 'op_1', '-r', 'Seen.'], 'Pass either --done or --not-done.'],
    [
      ['connections', 'list', 'ws_demo', '--health', 'ill'],
      '"ill" is not valid. Use one or more of: active,',
    ],
    [['workspace', 'create', 'Garden', 'tools'], "too many arguments for 'create'"],
  ])('reports the reason without a stack trace and exits with 1: %s', async (args, message) => {
    const result = await admin(place, ...args)

    expect(result).toMatchObject({ exit: 1, stdout: '' })
    expect(result.stderr).toContain(message)
    expect(result.stderr).not.toMatch(/^ +at /m)
  })

  test('reports an unreachable database in one sentence and exits with 1', async () => {
    const nowhere = await newInstallation('postgresql://nobody@localhost:1/none')

    const result = await adminProcess(nowhere, 'workspace', 'list')

    expect(result).toMatchObject({ exit: 1, stdout: '' })
    expect(result.stderr).toMatch(
      /^adrail cannot use the database: connect ECONNREFUSED .* DATABASE_URL, .*\n$/,
    )
  })
})

async function createKey(...args: string[]): Promise<string> {
  return shownKey(await admin(place, 'key', 'create', ...args))
}

function shownKey(result: { exit: number | string; stdout: string; stderr: string }): string {
  expect(result).toMatchObject({ exit: 0, stderr: '' })
  const shown = result.stdout.match(/adr_[0-9a-z]{8}_[\w-]{49}/g) ?? []
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

/** Returns the whole content of the database: its bytes with SQLite, its rows with PostgreSQL. */
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
