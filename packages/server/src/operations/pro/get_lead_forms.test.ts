import { beforeAll, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { findUserCredential, readUserHealth } from '../../../testing/linking.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newProUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

describe('pro/get_lead_forms after a 401 response', () => {
  const service = useService()
  const sandbox = createSandboxAdmin(service, 'pro')
  let userId: string
  beforeAll(async () => {
    userId = await newProUser(service)
    // adrail does not refresh a token that is only a few minutes old.
    service.clock.advance(10 * 60_000)
  })
  const leadForms = () => service.call('pro/get_lead_forms', { userId })
  const order = (refusal: object) =>
    sandbox.injectFault({ platform: 'pro', call: 'leadForms.owner', kind: 'status', status: 401, ...refusal })
  const version = async () => (await findUserCredential(service, userId, 'PROFESSIONAL')).version

  test('returns PERMISSION_MISSING and keeps the token when the response does not mention the token', async () => {
    const before = await version()
    await sandbox.clearRequests()
    await order({ code: 'UNAUTHORIZED' })
    const results = expectRefusal(await leadForms(), 'PERMISSION_MISSING')
    expect(results.error).toContain('on its page')
    expect(await sandbox.requests('leadForms.owner')).toHaveLength(1)
    expect([await sandbox.countRefreshes(), await version()]).toEqual([0, before])
    expect(await readUserHealth(service, userId)).toBe('active')
  })

  test.each(['INVALID_ACCESS_TOKEN', 'EXPIRED_ACCESS_TOKEN', '65601'])(
    'refreshes the token when the response has the code %s',
    async (code) => {
      service.clock.advance(10 * 60_000)
      const before = await version()
      await order({ code })
      expectSuccess('pro/get_lead_forms', await leadForms())
      expect(await version()).toBe(before + 1)
    },
  )
})

testOperationCosts('pro/get_lead_forms', { store: 0, upstream: 2 })
