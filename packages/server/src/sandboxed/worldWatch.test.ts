import { expect, test } from 'vitest'
import { linkUser, readUserHealth } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { dayMs } from '../runtime/durations.ts'
import { watchWorldEveryMs } from './worldWatch.ts'

const service = useService({ sharesPlatformClock: true })
const sandbox = createSandboxAdmin(service)

/** Advances the clock of the sandbox, and the clock of adrail just enough to poll that clock. */
async function advanceSandbox(durationMs: number): Promise<void> {
  await sandbox.advance(durationMs)
  service.clock.advance(watchWorldEveryMs)
}

test('advancing the sandbox clock by 61 days expires a consent, and a new consent restores the connection', async () => {
  const userId = await newUser(service)
  const wish = { userId, platform: 'SOCIAL_A' } as const
  await linkUser(service, wish)
  expect(await readUserHealth(service, userId)).toBe('active')

  await advanceSandbox(61 * dayMs)

  await expect.poll(() => readUserHealth(service, userId)).toMatch(/^needs_reauth/)
  const refused = await service.call('social/get_campaigns', { userId })
  expect(refused.status).toBe(409)
  expect(refused.results).toMatchObject({
    code: 'ACCOUNT_RELINK_REQUIRED',
    platform: 'social',
    reason: expect.stringMatching(/^[a-z_]+$/),
    docs: '/docs/errors#ACCOUNT_RELINK_REQUIRED',
  })

  await linkUser(service, wish)
  expect(await readUserHealth(service, userId)).toBe('active')
  expect((await service.call('social/get_campaigns', { userId })).status).toBe(200)
})

test('a link expires by the clock of the sandbox', async () => {
  const userId = await newUser(service)
  const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' })
  const status = async () =>
    (await service.call('auth/get_link_status', { linkId: results.linkId })).results.status
  expect(await status()).toBe('created')

  await sandbox.advance(31 * 60_000)

  expect(await status()).toBe('expired')
})

test('a credential stays usable when the sandbox clock is set back to before its creation', async () => {
  const userId = await newUser(service)
  await advanceSandbox(61 * dayMs)
  await linkUser(service, { userId, platform: 'PROFESSIONAL' })

  await advanceSandbox(-61 * dayMs)

  expect((await service.call('pro/get_audiences_list', { userId })).results).toMatchObject({ success: true })
  expect(await readUserHealth(service, userId)).toBe('active')
})
