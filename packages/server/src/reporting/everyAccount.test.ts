// A report contains each requested account exactly once: in its accounts, in its errors, or in the skipped
// platforms that do not have the level.

import { type LinkPlatform, type Platform, platforms } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { dayMs } from '../runtime/durations.ts'

const service = useService({ environment: { MIRROR: 'on' } })
const linkNames: Record<Platform, LinkPlatform> = {
  social: 'SOCIAL_A',
  search: 'SEARCH',
  pro: 'PROFESSIONAL',
}

/** A report covers connected users with any consent, and other users only when it names their platform. */
const connected = ['linked', 'sharing', 'revoked', 'alsoRevoked', 'failed'] as const
const unconnected = ['disconnected', 'neverLinked'] as const
type State = (typeof connected)[number] | (typeof unconnected)[number]

const filters = [undefined, ...platforms.map((each) => [each]), platforms]
const levels = ['ACCOUNT', 'CAMPAIGN', 'KEYWORD'] as const
/** Maximum ages in seconds. With 0, adrail reads the platforms. With a week, it reads the mirror. */
const ages = [0, 7 * 86_400]

describe.each(platforms)('a report about users of %s', (platform) => {
  const sandbox = createSandboxAdmin(service, platform)
  const users = new Map<State, string>()

  beforeAll(async () => {
    const link = (person: string) => newLinkedUser(service, { platform: linkNames[platform], person })
    users.set('linked', await link('ada'))
    // The same person links the same account to a second user.
    users.set('sharing', await link('ada'))
    users.set('failed', await link('yuki'))
    users.set('disconnected', await link('ada'))
    for (const state of ['revoked', 'alsoRevoked'] as const) users.set(state, await link('ben'))
    const { results } = await service.call('user/create_user', { name: 'Never linked' })
    users.set('neverLinked', results.user.userId)
    await service.call('auth/remove_link', {
      userId: users.get('disconnected') ?? '',
      platform: linkNames[platform],
    })
    await pollTwice(service.app.mirrorReader)
    const read = service.app.store.db.selectFrom('mirrors').where('figures_at', '>', 0)
    const mirrors = await read
      .where('user_id', 'in', [...users.values()])
      .select('id')
      .execute()
    expect(mirrors).toHaveLength(connected.length)
    await sandbox.simulate('revoke', { platform, person: 'ben' })
    // adrail already knows that this credential is revoked, and detects the other two in the reports below.
    await service.app.store.db
      .updateTable('credentials')
      .set({ health: 'revoked' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('connections')
          .select('credential_id')
          .where('user_id', '=', users.get('failed') ?? ''),
      )
      .execute()
    service.clock.advance(60_000)
  })

  const combinations = filters.flatMap((filter) =>
    levels.flatMap((level) => ages.map((maxAgeSeconds) => ({ filter, level, maxAgeSeconds }))),
  )

  test.each(combinations)(
    'contains each account once at level $level of platforms $filter, at most $maxAgeSeconds s old',
    async ({ filter, level, maxAgeSeconds }) => {
      const end = service.clock.now()
      const day = (at: number) => new Date(at).toISOString().slice(0, 10)
      const { results } = await service.call('report/get_report', {
        userIds: [...users.values()],
        level,
        startDate: day(end - 5 * dayMs),
        endDate: day(end - dayMs),
        maxAgeSeconds,
        ...(filter ? { platforms: [...filter] } : {}),
      })
      expect(results.success, results.error).toBe(true)
      const states = new Map([...users].map(([state, id]) => [id, state]))
      const found = [...results.accounts, ...results.errors, ...(results.skipped ?? [])]
      const named = filter
        ? [...users.keys()].flatMap((state) => filter.map((each) => `${state} ${each}`))
        : connected.map((state) => `${state} ${platform}`)
      const keys = found.map((each) => `${states.get(each.userId)} ${each.platform}`)
      expect(keys.toSorted()).toEqual(named.toSorted())
      const isReported = (state: State) => results.accounts.some((each) => states.get(each.userId) === state)
      const expected =
        (!filter || filter.includes(platform)) && (level !== 'KEYWORD' || platform === 'search')
      expect([isReported('linked'), isReported('sharing')]).toEqual([expected, expected])
      if (maxAgeSeconds === 0) expect([isReported('revoked'), isReported('failed')]).toEqual([false, false])
    },
  )
})
