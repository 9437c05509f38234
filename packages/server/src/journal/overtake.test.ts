// A running campaign can be paused although a write of a user who has left is pending on it.

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
  /** The platform call that changes the campaign. */
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

describe.each(cases)('a $platform campaign with a pending budget change', (testCase) => {
  const { platform, link, campaignId, sends } = testCase
  const sandbox = createSandboxAdmin(service, platform)
  afterEach(() => sandbox.reset())

  /** Leaves a budget change pending that the platform has not carried out and may still receive. */
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
    'can be paused immediately when the user of the change is %s, and stays paused',
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

  test('accepts a lower budget, but no higher one, when the user of the change is deleted', async () => {
    const open = await leaveWriteOpen()
    await leaves['deleted']?.(open)
    expectRefusal(await open.ask(testCase.raise, { amount: 32 }), 'TARGET_BUSY')
    expect(await open.changes()).toEqual([])
    const lowered = await open.ask(testCase.raise, { amount: 5 })
    expect(JSON.parse(lowered.text).results).toMatchObject({ success: true })
  })

  test('stays busy (TARGET_BUSY) for other users while the user of the change is linked', async () => {
    const open = await leaveWriteOpen()
    expectRefusal(await open.ask(testCase.setStatus, { status: 'PAUSED' }), 'TARGET_BUSY')
    expect(await open.changes()).toEqual([])
  })

  test('stays busy (TARGET_BUSY) for other users after the user of the change has relinked', async () => {
    const open = await leaveWriteOpen()
    await linkExistingUser(service, open.gone, { platform: link })
    expectRefusal(await open.ask(testCase.setStatus, { status: 'PAUSED' }), 'TARGET_BUSY')
  })
})
