import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

const create = (body: unknown, apiKey = service.apiKey) => service.post('user/create_user', body, apiKey)

const countUsers = async (externalId: string) => {
  const { db } = service.app.store
  return (await db.selectFrom('users').select('id').where('external_id', '=', externalId).execute()).length
}

describe('user/create_user', () => {
  test('returns all fields of the new user and created: true [R4.add.user-create_user, R4.add.user-create_user.results, R2.gap.user]', async () => {
    const body = { name: 'Ada Fox', email: 'ada@foxgarden.example', externalId: 'crm-17' }
    const results = expectSuccess('user/create_user', await create(body))
    expect(results).toEqual({
      success: true,
      error: '',
      created: true,
      user: {
        userId: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
        ...body,
        createdAt: new Date(service.clock.now()).toISOString(),
        connections: [],
      },
    })
  })

  test('accepts a key with the scope link, which can link and disconnect accounts but not delete users', async () => {
    const { text: apiKey } = await service.newKey({ scopes: ['link'] })
    const { results } = await service.call('user/create_user', { name: 'Ada' }, { apiKey })
    const { userId } = results.user
    const link = { userId, platform: 'SEARCH' } as const
    expectSuccess('auth/create_link', await service.call('auth/create_link', link, { apiKey }))
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    expectSuccess(
      'auth/remove_link',
      await service.call('auth/remove_link', { userId, platform: 'SEARCH' }, { apiKey }),
    )
    expectRefusal(await service.call('user/delete_user', { userId }, { apiKey }), 'FORBIDDEN')
  })

  test('accepts a body with only a name, and returns the omitted fields empty [R4.add.user-create_user, R2.gap.user]', async () => {
    const { results } = await service.call('user/create_user', { name: 'Ada' })
    expect(results.user).toMatchObject({ name: 'Ada', email: '', externalId: '' })
  })

  test('stores names unchanged in any script', async () => {
    for (const name of [
      'Ada  Fox',
      "O'Neill; drop table users; --",
      '李雷',
      'عائشة',
      '🦊',
      '$1 {name} %s \\',
      '<b>Ada</b>',
    ]) {
      const { results } = await service.call('user/create_user', { name })
      const profile = await service.call('user/get_profile', { userId: results.user.userId })
      expect(profile.results.user).toEqual({ ...results.user, name })
    }
  })

  test('creates another user for each request without an externalId', async () => {
    const first = await service.call('user/create_user', { name: 'Twin' })
    const second = await service.call('user/create_user', { name: 'Twin' })
    expect(second.results.created).toBe(true)
    expect(second.results.user.userId).not.toBe(first.results.user.userId)
  })

  test('returns the existing user unchanged and created: false for a known externalId [R4.add.user-create_user.again]', async () => {
    const first = await service.call('user/create_user', { name: 'Ada', externalId: 'again' })
    service.clock.advance(60_000)
    const body = { name: 'Other', email: 'other@example.com', externalId: 'again' }
    const results = expectSuccess('user/create_user', await create(body))
    expect(results).toMatchObject({ created: false, user: first.results.user })
    expect(await countUsers('again')).toBe(1)
  })

  test('creates one user for 20 concurrent requests with one externalId, and returns created: true once [R4.add.user-create_user.again]', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call('user/create_user', { name: `Ada ${index}`, externalId: 'at-once' }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ results }) => JSON.stringify(results.user))).size).toBe(1)
    expect(responses.filter(({ results }) => results.created).length).toBe(1)
    expect(await countUsers('at-once')).toBe(1)
  })

  test('creates another user for the same externalId in another workspace [R4.add.user-create_user.again, R5.4.workspace]', async () => {
    const other = await service.newWorkspace()
    const mine = await service.call('user/create_user', { name: 'Mine', externalId: 'both' })
    const foreignUser = await service.call(
      'user/create_user',
      { name: 'Theirs', externalId: 'both' },
      { apiKey: other.apiKey },
    )
    expect(foreignUser.results).toMatchObject({ created: true, user: { name: 'Theirs' } })
    expect(foreignUser.results.user.userId).not.toBe(mine.results.user.userId)
  })

  test('creates a new user for the externalId of a deleted user', async () => {
    const first = await service.call('user/create_user', { name: 'Ada', externalId: 'free' })
    await service.call('user/delete_user', { userId: first.results.user.userId })
    const second = await service.call('user/create_user', { name: 'Ada', externalId: 'free' })
    expect(second.results.created).toBe(true)
    expect(second.results.user.userId).not.toBe(first.results.user.userId)
  })

  test('refuses an invalid body and creates no user [R7.3.invalid-field]', async () => {
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 'two\nlines' }, 'name'],
      [{ name: 5, externalId: 'refused' }, 'name'],
      [{ name: null, externalId: 'refused' }, 'name'],
      [{ name: 'x'.repeat(201), externalId: 'refused' }, 'name'],
      [{ name: 'Ada', externalId: '' }, 'externalId'],
      [{ name: 'Ada', externalId: 'x'.repeat(201) }, 'externalId'],
      [{ name: 'Ada', externalId: 'refused', email: 'nobody' }, 'email'],
      [{ name: 'Ada', externalId: 'refused', email: null }, 'email'],
    ] as const)
      expect(expectRefusal(await create(body), 'INVALID_FIELD').field).toBe(field)
    expect(await countUsers('refused')).toBe(0)
  })
})

testOperationCosts('user/create_user', { store: 7, upstream: 0 }, async (service) => ({
  name: 'Ada',
  externalId: `ext-${service.clock.randomBytes(4).toString('hex')}`,
}))
