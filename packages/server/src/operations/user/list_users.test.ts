import { beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'
import { type CursorBinding, makeCursorCodec } from '../../pipeline/cursorCodec.ts'
import { makeId } from '../../runtime/runtime.ts'
import { insertUser } from '../../store/users.ts'

const service = useService()
let workspace = { id: '', apiKey: '' }

const list = (pagination: unknown, apiKey = workspace.apiKey) =>
  service.post('user/list_users', { pagination }, apiKey)

async function page(pagination = '') {
  const { status, results } = await service.call(
    'user/list_users',
    { pagination },
    { apiKey: workspace.apiKey },
  )
  expect(status).toBe(200)
  return { names: results.users.map((user) => user.name), ...results.pagination }
}

async function addUsers(count: number, prefix: string): Promise<void> {
  for (let index = 0; index < count; index++) {
    // Three users share each millisecond, because the order must not depend on the time alone.
    if (index % 3 === 0) service.clock.advance(1)
    await insertUser(service.app.store.db, {
      workspace_id: workspace.id,
      id: makeId('usr', service.clock),
      name: `${prefix} ${index}`,
      email: '',
      external_id: '',
      created_at: service.clock.now(),
    })
  }
}

/** Returns all pages from a cursor on, in the given direction. */
async function walk(direction: 'next' | 'previous', from = ''): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor = from, first = true; first || cursor !== ''; first = false) {
    const found = await page(cursor)
    pages.push(found.names)
    cursor = found[direction]
  }
  return pages
}

beforeEach(async () => {
  workspace = await service.newWorkspace()
})

describe('user/list_users', () => {
  test('returns an empty page without cursors for a workspace without users [R4.add.user-list_users]', async () => {
    const results = expectSuccess('user/list_users', await list(''))
    expect(results).toEqual({
      success: true,
      error: '',
      users: [],
      pagination: { next: '', previous: '' },
    })
  })

  test('returns 120 users newest first, 50 per page, in both directions [R4.add.user-list_users, R4.add.user-list_users.results, R4.gap.pagination]', async () => {
    await addUsers(120, 'old')
    const first = expectSuccess('user/list_users', await list(undefined))
    expect(first['users']).toHaveLength(50)

    const forwards = await walk('next')
    expect(forwards.map((names) => names.length)).toEqual([50, 50, 20])
    const names = forwards.flat()
    expect(new Set(names).size).toBe(120)
    const times = await service.app.store.db
      .selectFrom('users')
      .select(['name', 'created_at', 'id'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(names).toEqual(times.map((user) => user.name))

    const last = await page((await page((await page()).next)).next)
    expect(last.next).toBe('')
    const backwards = await walk('previous', last.previous)
    expect(backwards.reverse()).toEqual(forwards.slice(0, 2))
    expect((await page()).previous).toBe('')
  })

  test('returns the same page for a cursor after users were added', async () => {
    await addUsers(120, 'old')
    const second = (await page()).next
    const before = await page(second)
    await addUsers(3, 'new')
    const after = await page(second)
    expect(after.names).toEqual(before.names)

    // The previous pages contain the new users, too, and lead to the first user.
    const newer = await walk('previous', after.previous)
    expect(newer.flat().filter((name) => name.startsWith('new')).length).toBe(3)
    expect(newer.map((names) => names.length)).toEqual([50, 3])
    expect((await walk('next')).flat().length).toBe(123)
  })

  test('returns no next cursor for a workspace with exactly 50 users', async () => {
    await addUsers(50, 'fifty')
    const { results } = await service.call('user/list_users', {}, { apiKey: workspace.apiKey })
    expect(results.users).toHaveLength(50)
    expect(results.pagination).toEqual({ next: '', previous: '' })
  })

  test("returns only users of the caller's workspace [R5.4.workspace]", async () => {
    await addUsers(1, 'ours')
    const { apiKey } = await service.newWorkspace()
    const { results } = await service.call('user/list_users', {}, { apiKey })
    expect(results.users).toEqual([])
  })
})

describe('user/list_users with search', () => {
  const named = async (search: string, pagination = '') => {
    const { results } = await service.call(
      'user/list_users',
      { search, pagination },
      { apiKey: workspace.apiKey },
    )
    return { names: results.users.map(({ name }) => name), ...results.pagination }
  }
  const create = async (
    name: string,
    more: { readonly email?: string; readonly externalId?: string } = {},
  ) => {
    service.clock.advance(1)
    const { results } = await service.call(
      'user/create_user',
      { name, ...more },
      { apiKey: workspace.apiKey },
    )
    return results.user.userId
  }

  test.each([
    ['a part of the name', 'rden', ['Fox Garden']],
    ['a name in another letter case', 'fOX gARDEN', ['Fox Garden']],
    ['a name that does not begin with an ASCII letter', 'ärzte', ['Ärzte am Ring']],
    ['a name that is written in capitals', 'müller', ['MÜLLER GMBH']],
    ['a part of the email address', 'ADA@fox', ['Fox Garden']],
    ['a part of the externalId', 'crm-17', ['Ärzte am Ring']],
    ['characters that are wildcards in SQL', '100%_', ['100%_ Wool']],
    ['a backslash', 'a\\b', ['a\\b']],
    ['text that matches no user', 'nobody', []],
  ])('returns the users that match %s', async (_, search, names) => {
    await create('Fox Garden', { email: 'ada@fox.example' })
    await create('Ärzte am Ring', { externalId: 'CRM-17' })
    await create('MÜLLER GMBH')
    await create('100%_ Wool')
    await create('100 xy Wool')
    await create('a\\b')
    expect((await named(search)).names).toEqual(names)
  })

  test('finds a user by the complete user id, but not by a part of the id', async () => {
    const userId = await create('Fox Garden')
    expect((await named(userId)).names).toEqual(['Fox Garden'])
    expect((await named(userId.slice(0, -1))).names).toEqual([])
  })

  test('returns all pages of the matches, newest first, in both directions', async () => {
    await addUsers(60, 'other')
    await addUsers(60, 'match')
    const first = await named('MATCH')
    const second = await named('MATCH', first.next)
    const all = (await walk('next')).flat()
    expect([...first.names, ...second.names]).toEqual(all.filter((name) => name.startsWith('match')))
    expect(second.next).toBe('')
    expect((await named('MATCH', second.previous)).names).toEqual(first.names)
  })

  test('refuses the cursor of another search with INVALID_CURSOR', async () => {
    await addUsers(60, 'match')
    const { next } = await named('match')
    const body = { search: 'other', pagination: next }
    expectRefusal(await service.post('user/list_users', body, workspace.apiKey), 'INVALID_CURSOR')
  })

  test('finds no user of another workspace', async () => {
    const other = await service.newWorkspace()
    await service.call('user/create_user', { name: 'Fox Garden' }, { apiKey: other.apiKey })
    expect((await named('Fox')).names).toEqual([])
  })
})

describe('a cursor of user/list_users', () => {
  test('is accepted inside a complete URL', async () => {
    await addUsers(51, 'old')
    const { next, names } = await page()
    const expected = await page(next)
    for (const link of [
      `https://api.example/user/list_users?pagination=${encodeURIComponent(next)}`,
      `http://localhost/any/path?limit=5&pagination=${next}#top`,
    ])
      expect((await page(link)).names).toEqual(expected.names)
    expect(expected.names).not.toEqual(names)
  })

  test('is refused with INVALID_CURSOR in another workspace [R7.3.invalid-cursor]', async () => {
    await addUsers(51, 'old')
    const { next } = await page()
    const other = await service.newWorkspace()
    const { field } = expectRefusal(await list(next, other.apiKey), 'INVALID_CURSOR')
    expect(field).toBe('pagination')
  })

  test('is refused with INVALID_CURSOR when it was issued for another operation, user or account [R7.3.invalid-cursor, R4.gap.pagination]', async () => {
    const { keyring } = service.app.service
    const position = { way: 'after', createdAt: String(service.clock.now()), id: 'usr_z' }
    const makeCursor = (binding: Partial<CursorBinding> & { readonly operation: string }) => {
      const own = { workspaceId: workspace.id, userId: '', accountId: '', list: '' }
      return makeCursorCodec(keyring, { ...own, ...binding }).encode(position)
    }
    // The encryption of these cursors is valid. Only the request that they were issued for differs.
    expect((await list(makeCursor({ operation: 'user/list_users' }))).status).toBe(200)
    for (const foreign of [
      makeCursor({ operation: 'social/get_campaigns' }),
      makeCursor({ operation: 'user/list_users', userId: 'usr_x' }),
      makeCursor({ operation: 'user/list_users', accountId: '1' }),
      keyring.encrypt(
        'token',
        JSON.stringify([workspace.id, 'user/list_users', '', '']),
        JSON.stringify(position),
      ),
    ])
      expectRefusal(await list(foreign), 'INVALID_CURSOR')
  })

  test('is refused with INVALID_CURSOR when any character was changed, added or removed [R7.3.invalid-cursor]', async () => {
    await addUsers(51, 'old')
    const { next } = await page()
    const changed = Array.from(next, (character, index) => {
      const other = character === 'A' ? 'B' : character === 'B' ? 'A' : 'A'
      return next.slice(0, index) + other + next.slice(index + 1)
    }).filter((cursor) => cursor !== next)
    // The last character has unused bits, so the test tries every other character there.
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      if (!next.endsWith(last)) changed.push(next.slice(0, -1) + last)
    const cut = [
      next.slice(0, -1),
      next.slice(1),
      next.slice(0, 20),
      next.slice(next.indexOf('.')),
      `${next}A`,
      `${next}=`,
      `${next} `,
      ` ${next}`,
    ]
    for (const cursor of [...changed, ...cut]) expectRefusal(await list(cursor), 'INVALID_CURSOR')
  })

  test.each([
    'x',
    '0',
    'null',
    '{}',
    'local.',
    '.',
    'local.AAAA',
    '../../etc',
    'https://api.example/',
    'https://api.example/?pagination=x',
    '🦊',
  ])('is refused with INVALID_CURSOR when it was invented (%s) [R7.3.invalid-cursor]', async (cursor) => {
    expectRefusal(await list(cursor), 'INVALID_CURSOR')
  })

  test('is refused with INVALID_FIELD when it is not a string or too long [R7.3.invalid-field]', async () => {
    for (const cursor of [5, null, {}, [], true, 'x'.repeat(4097)])
      expect(expectRefusal(await list(cursor), 'INVALID_FIELD').field).toBe('pagination')
  })
})

testOperationCosts('user/list_users', { store: 1, upstream: 0 }, async (service) => {
  await newLinkedUser(service)
  return {}
})
