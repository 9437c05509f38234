// Responses to Google Ads campaign creations get lost after the effect. adrail must report the effect, not
// the lost response.

import { createSandboxAdmin, minimalSearchCampaign, newSearchUser, useService } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { mutate } from '../creations.ts'
import { proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from '../proofRun.ts'

const service = useService()
const atOnce = 10
const kinds = [
  { kind: 'reset' },
  { kind: 'status', status: 502 },
  { kind: 'truncate' },
  { kind: 'garbage' },
  { kind: 'html', status: 200 },
]

test(
  'campaigns whose responses get lost after their effect are all created, and none is created twice',
  async () => {
    const sandbox = createSandboxAdmin(service, 'search')
    const userId = await newSearchUser(service)
    await sandbox.clearRequests()
    const creations = proofSize(20, 340)
    // Every campaign takes two changing calls. Three in ten of those calls lose their response.
    const draw = seededRandom('search')
    let [lost, passed] = [0, 0]
    for (let call = 0; call < creations * 2; call++)
      if (draw() < 0.3) {
        const kind = kinds[Math.floor(draw() * kinds.length)]
        await sandbox.injectFault({ ...mutate, ...kind, when: 'after', skip: passed })
        lost += 1
      } else passed += 1

    const began = performance.now()
    const create = async (number: number) => {
      const body = minimalSearchCampaign(userId, `Lost answer ${number}`)
      const headers = { 'idempotency-key': `lost-answer-${number}` }
      const ask = () => service.call('search/create_search_campaign', body, { headers })
      let response = await ask()
      await expect
        .poll(async () => {
          if (response.status !== 200) {
            service.clock.advance(3000)
            response = await ask()
          }
          return response.status
        })
        .toBe(200)
      expect(response.results).toMatchObject({ success: true })
      return response.results.campaignResourceName
    }
    const reportedIds: string[] = []
    for (let first = 0; first < creations; first += atOnce)
      reportedIds.push(
        ...(await Promise.all(Array.from({ length: atOnce }, (_, number) => create(first + number)))),
      )

    const effects = await sandbox.effects()
    const made = effects.filter(({ kind }) => kind === 'campaign.create').map(({ id }) => id)
    expect(made.toSorted()).toEqual(reportedIds.toSorted())
    const twice = made.length - new Set(made).size
    expect(twice).toBe(0)
    const audit = await service.call('workspace/list_audit', {})
    expect(audit.results).toMatchObject({ chain: { problem: '' } })
    reportProof('T2 search', {
      creations,
      lostAnswers: lost,
      made: made.length,
      twice,
      seconds: secondsSince(began),
    })
  },
  proofTimeoutMs,
)
