// The plan of the undo of `campaign/pause_campaigns` contains the campaign names of the mirror.

import { expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { pollTwice } from '../../../testing/freshRound.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'

const service = useService({ environment: { MIRROR: 'on' } })

test('a dry run of the undo of campaign/pause_campaigns returns the names of the campaigns that it would resume', async () => {
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  await pollTwice(service.app.mirrorReader)
  const { campaigns } = (await service.call('search/get_campaigns', { userId, status: 'ACTIVE' })).results
  expect(campaigns.length).toBeGreaterThan(0)
  const pause = expectSuccess(
    'campaign/pause_campaigns',
    await service.call('campaign/pause_campaigns', { userIds: [userId] }),
  )
  const { operationId } = pause
  const { results } = await service.call('operation/undo_operation', { operationId, dryRun: true })
  const { plan } = results as unknown as { readonly plan: readonly { readonly says: string }[] }
  for (const { name } of campaigns) expect(plan[0]?.says).toContain(JSON.stringify(name))
})
