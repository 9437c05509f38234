// Equal requests without an Idempotency-Key that meet are one write, and all of them get its answer. What was done is
// read from the sandbox's ledger.

import type { WriteName } from '@adrail/contract'
import type { PlatformName } from '@adrail/sandbox'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../test/chaos/proofRun.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { leadForm } from '../../testing/search.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { useService } from '../../testing/service.ts'

// A wall clock that is set would end leases in the middle of a write, which then is pending.
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
  /** How the ledger calls what is made, or changed. */
  readonly effect: string
  /** Differs from call to call by its name, or by its number. */
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

describe.each(cases)('$operation, equal and without a key', ({ operation, platform, effect, body }) => {
  const makesSomething = effect.endsWith('.create')

  test.each([2, 30])('%i at once are done once', async (many) => {
    const sandbox = createSandboxAdmin(service, platform)
    for (let round = 0; round < (many > 2 ? 1 : repetitions); round++) {
      await sandbox.clearRequests()
      const request = { userId, ...body(`Twin ${many}.${round}`, many + round) }
      const responses = await Promise.all(
        Array.from({ length: many }, () => service.post(operation, request)),
      )
      expect((await sandbox.effects()).filter(({ kind }) => kind === effect)).toHaveLength(1)
      for (const { status } of responses) expect(status).toBe(200)
      // A change that comes in when the other has just ended finds nothing left to do, and says so under its own id.
      const results = responses.map(({ text }) => JSON.stringify(JSON.parse(text).results))
      if (makesSomething) expect([...new Set(results)]).toHaveLength(1)
    }
  })
})
