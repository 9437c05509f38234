import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { addRedirectUri } from '../../store/workspaces.ts'

const service = useService()

const createLink = (body: unknown, apiKey = service.apiKey) => service.post('auth/create_link', body, apiKey)

async function makeUser(): Promise<string> {
  return (await service.call('user/create_user', { name: 'Ada' })).results.user.userId
}

const statusOf = async (linkId: unknown) =>
  (await service.call('auth/get_link_status', { linkId: String(linkId) })).results.status

describe('auth/create_link', () => {
  test.each(['SOCIAL_A', 'PROFESSIONAL', 'SEARCH'])(
    'returns the URL of a page for linking %s, and the id of the link [R4.2, R4.2.platform, R4.2.results, R2.10.link]',
    async (platform) => {
      const response = await createLink({ userId: await makeUser(), platform })
      const { link, linkId } = expectSuccess('auth/create_link', response)
      expect(link).toMatch(new RegExp(`^${service.url}/connect/[\\w-]{43}$`))
      expect(linkId).toMatch(/^lnk_[0-9a-z]{26}$/)
      const page = await fetch(String(link))
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<strong>Ada</strong>')
    },
  )

  test('returns a new link each time, and stores neither its token nor its state in plain text', async () => {
    const userId = await makeUser()
    const links = await Promise.all(
      [1, 2].map(() => createLink({ userId, platform: 'SEARCH', state: 'my-state' })),
    )
    const tokens = links.map(({ text }) => /connect\/([\w-]+)/.exec(text)?.[1] ?? '')
    expect(new Set(tokens).size).toBe(2)
    const stored = JSON.stringify(await service.app.store.db.selectFrom('links').selectAll().execute())
    for (const secret of [...tokens, 'my-state']) expect(stored).not.toContain(secret)
  })

  test('creates a link that expires after 30 minutes [R4.2.results]', async () => {
    const { linkId } = expectSuccess(
      'auth/create_link',
      await createLink({ userId: await makeUser(), platform: 'SEARCH' }),
    )
    service.clock.advance(30 * 60_000 - 1)
    expect(await statusOf(linkId)).toBe('created')
    service.clock.advance(1)
    expect(await statusOf(linkId)).toBe('expired')
  })

  test('keeps at most ten links per user open, and expires the oldest', async () => {
    const userId = await makeUser()
    const made: unknown[] = []
    for (let count = 0; count < 12; count++) {
      made.push(expectSuccess('auth/create_link', await createLink({ userId, platform: 'SEARCH' }))['linkId'])
      service.clock.advance(1000)
    }
    const statuses = await Promise.all(made.map(statusOf))
    expect(statuses).toEqual([...Array(2).fill('expired'), ...Array(10).fill('created')])
  })

  test('refuses SOCIAL_B and unknown platforms [R4.2.platform]', async () => {
    const userId = await makeUser()
    for (const platform of ['SOCIAL_B', 'facebook', '', undefined]) {
      const { field } = expectRefusal(await createLink({ userId, platform }), 'INVALID_FIELD')
      expect(field).toBe('platform')
    }
  })

  test('accepts a state only as a string of at most 2,000 characters [R4.2.state]', async () => {
    const userId = await makeUser()
    for (const state of [{ order: 17 }, 17, null, 'x'.repeat(2001)]) {
      const { field } = expectRefusal(
        await createLink({ userId, platform: 'SEARCH', state }),
        'INVALID_FIELD',
      )
      expect(field).toBe('state')
    }
    expectSuccess(
      'auth/create_link',
      await createLink({ userId, platform: 'SEARCH', state: '🦊'.repeat(2000) }),
    )
  })

  test('accepts only a redirectUri that the workspace registered [R4.2.redirectUri, R5.3.redirect]', async () => {
    const userId = await makeUser()
    const registeredUri = 'https://shop.example/linked'
    await addRedirectUri(service.app.store.db, service.workspaceId, registeredUri, service.clock.now())
    const body = (redirectUri: string) => ({ userId, platform: 'SEARCH', redirectUri })
    for (const uri of [registeredUri, `${registeredUri}?order=17`])
      expectSuccess('auth/create_link', await createLink(body(uri)))
    for (const uri of [
      `${registeredUri}/more`,
      'https://other.example/linked',
      'http://localhost:3000/linked',
    ]) {
      const { field } = expectRefusal(await createLink(body(uri)), 'REDIRECT_URI_NOT_ALLOWED')
      expect(field).toBe('redirectUri')
    }
    const other = await service.newWorkspace()
    const foreignUser = await service.call('user/create_user', { name: 'Theirs' }, { apiKey: other.apiKey })
    const foreign = { ...body(registeredUri), userId: foreignUser.results.user.userId }
    expectRefusal(await createLink(foreign, other.apiKey), 'REDIRECT_URI_NOT_ALLOWED')
  })

  test('creates no link for an unknown user or a user of another workspace [R4.2.userId, R5.4.workspace]', async () => {
    const other = await service.newWorkspace()
    for (const [userId, key] of [
      ['usr_unknown', service.apiKey],
      [await makeUser(), other.apiKey],
    ] as const)
      expectRefusal(await createLink({ userId, platform: 'SEARCH' }, key), 'USER_NOT_FOUND')
  })
})

testOperationCosts('auth/create_link', { store: 8, upstream: 0 })
