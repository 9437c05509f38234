// A campaign that spends can be stopped, also while a write on it is open whose user is gone.

import type { OperationName } from '@adrail/contract'
import type { PlatformName } from '@adrail/sandbox'
import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()

interface Case {
  readonly platform: PlatformName
  readonly link: 'SOCIAL_A' | 'SEARCH'
  readonly campaignId: string
  /** The call that changes it. */
  readonly sends: string
  readonly raise: OperationName
  readonly setStatus: OperationName
  readonly listOperation: 'social/get_campaigns' | 'search/get_campaigns'
}

const cases: readonly Case[] = [
  {
    platform: 'social',
    link: 'SOCIAL_A',
    campaignId: '120210000000000011',
    sends: 'campaign.update',
    raise: 'social/edit_campaign',
    setStatus: 'social/update_campaign_status',
    listOperation: 'social/get_campaigns',
  },
  {
    platform: 'search',
    link: 'SEARCH',
    campaignId: '21894430548',
    sends: 'googleAds:mutate',
    raise: 'search/edit_campaign',
    setStatus: 'search/update_campaign_status',
    listOperation: 'search/get_campaigns',
  },
]

describe.each(cases)('a $platform campaign whose budget change is open', (testCase) => {
  const { platform, link, campaignId, sends } = testCase
  const sandbox = createSandboxAdmin(service, platform)
  afterEach(() => sandbox.reset())

  /** The change was not sent as far as the platform knows, and may still arrive: nobody can tell yet. */
  async function leaveWriteOpen() {
    const { apiKey } = await service.newWorkspace()
    const [gone, other] = [
      await newLinkedUser(service, { platform: link, apiKey }),
      await newLinkedUser(service, { platform: link, apiKey }),
    ]
    await service.post(testCase.setStatus, { userId: other, campaignId, status: 'ACTIVE' }, apiKey)
    await sandbox.clearRequests()
    await sandbox.injectFault({ call: sends, kind: 'reset', when: 'before', times: 100 })
    const response = await service.post(testCase.raise, { userId: gone, campaignId, amount: 31 }, apiKey)
    const { operationId = '' } = expectRefusal(response, 'OPERATION_PENDING')
    await sandbox.clearFaults()
    await sandbox.clearRequests()
    const ask = (operation: OperationName, body: object) =>
      service.post(operation, { userId: other, campaignId, ...body }, apiKey)
    const changes = async () => (await sandbox.requests(sends)).map(({ body }) => body)
    const status = async () => {
      const { results } = await service.call(testCase.listOperation, { userId: other }, { apiKey })
      const campaigns: readonly { readonly id: string; readonly status?: string }[] = results.campaigns
      return campaigns.find(({ id }) => id === campaignId)?.status
    }
    return { apiKey, gone, operationId, ask, changes, status }
  }

  const leaves: Readonly<Record<string, (open: { gone: string; apiKey: string }) => Promise<unknown>>> = {
    deleted: ({ gone, apiKey }) => service.call('user/delete_user', { userId: gone }, { apiKey }),
    unlinked: ({ gone, apiKey }) =>
      service.call('auth/remove_link', { userId: gone, platform: link }, { apiKey }),
  }

  test.each(Object.keys(leaves))(
    'can be paused at once when the user is %s, and stays paused',
    async (how) => {
      const open = await leaveWriteOpen()
      await leaves[how]?.(open)
      const paused = await open.ask(testCase.setStatus, { status: 'PAUSED' })
      expect(JSON.parse(paused.text).results).toMatchObject({ success: true })
      expect(await open.status()).toBe('PAUSED')
      expect(await open.changes()).toHaveLength(1)

      const { operationId, apiKey } = open
      const record = async () => {
        service.clock.advance(61 * 60_000)
        return (await service.call('operation/get_operation', { operationId }, { apiKey })).results
      }
      await expect.poll(async () => (await record()).state).toBe('FAILED')
      expect(await open.status()).toBe('PAUSED')
      expect(await open.changes()).toHaveLength(1)
    },
  )

  test('can have its budget lowered when the user is deleted, but not raised', async () => {
    const open = await leaveWriteOpen()
    await leaves['deleted']?.(open)
    expectRefusal(await open.ask(testCase.raise, { amount: 32 }), 'TARGET_BUSY')
    expect(await open.changes()).toEqual([])
    const lowered = await open.ask(testCase.raise, { amount: 5 })
    expect(JSON.parse(lowered.text).results).toMatchObject({ success: true })
  })

  test('waits for its turn while the user is there', async () => {
    const open = await leaveWriteOpen()
    expectRefusal(await open.ask(testCase.setStatus, { status: 'PAUSED' }), 'TARGET_BUSY')
    expect(await open.changes()).toEqual([])
  })

  test('waits also while the user is linked to it by another consent', async () => {
    const open = await leaveWriteOpen()
    await linkExistingUser(service, open.gone, { platform: link })
    expectRefusal(await open.ask(testCase.setStatus, { status: 'PAUSED' }), 'TARGET_BUSY')
  })
})
