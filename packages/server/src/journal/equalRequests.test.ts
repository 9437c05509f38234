// Equal requests without an Idempotency-Key that overlap are one write and get the same response. The test
// reads the effects from the ledger of the sandbox.

import type { WriteName } from '@adrail/contract'
import type { PlatformName } from '@adrail/sandbox'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../test/chaos/proofRun.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { leadForm } from '../../testing/search.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { useService } from '../../testing/service.ts'

// A step of the wall clock would expire leases during a write, which would then stay pending.
const service = useService({ controlsDatabaseClock: true })
const repetitions = proofSize(6, 100)

let userId = ''
beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
})

interface Case {
  readonly operation: WriteName
  readonly platform: PlatformName
  /** Kind of the created or changed object in the ledger. */
  readonly effect: string
  /** Returns a body whose name or number differs from call to call. */
  body(name: string, number: number): object
}

const cases: readonly Case[] = [
  {
    operation: 'social/create_leadform_audience',
    platform: 'social',
    effect: 'audience.create',
    body: (name) => ({ name, description: '', type: 'submit', leadFormIds: ['700011'] }),
  },
  {
    operation: 'social/upload_video',
    platform: 'social',
    effect: 'video.create',
    body: (name) => ({ name, url: 'https://media.foxbakery.example/rye.mp4' }),
  },
  {
    operation: 'social/edit_campaign',
    platform: 'social',
    effect: 'campaign.update',
    body: (_name, number) => ({ campaignId: '120210000000000011', amount: 20 + number }),
  },
  {
    operation: 'search/create_lead_form',
    platform: 'search',
    effect: 'asset.create',
    body: (name) => ({ ...leadForm, name }),
  },
  {
    operation: 'search/create_search_campaign',
    platform: 'search',
    effect: 'campaign.create',
    body: (name) => minimalSearchCampaign(userId, name),
  },
]

describe.each(cases)('$operation without an idempotency key', ({ operation, platform, effect, body }) => {
  const makesSomething = effect.endsWith('.create')

  test.each([2, 30])('has one effect when %i equal requests arrive at the same time', async (many) => {
    const sandbox = createSandboxAdmin(service, platform)
    for (let round = 0; round < (many > 2 ? 1 : repetitions); round++) {
      await sandbox.clearRequests()
      const request = { userId, ...body(`Twin ${many}.${round}`, many + round) }
      const responses = await Promise.all(
        Array.from({ length: many }, () => service.post(operation, request)),
      )
      expect((await sandbox.effects()).filter(({ kind }) => kind === effect)).toHaveLength(1)
      for (const { status } of responses) expect(status).toBe(200)
      // A change that arrives right after an equal one has nothing left to do, and returns its own
      // operationId.
      const results = responses.map(({ text }) => JSON.stringify(JSON.parse(text).results))
      if (makesSomething) expect([...new Set(results)]).toHaveLength(1)
    }
  })
})
