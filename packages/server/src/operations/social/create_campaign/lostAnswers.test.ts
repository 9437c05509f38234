// What is looked for after an answer was lost, while looking fails as well.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { changeAtPlatform, useSocial } from '../../../../testing/social.ts'
import { campaignsNamed, leastSocialCampaign, settledCreation } from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const { sandbox, service } = social
const operation = 'social/create_campaign'

/** The request that creates is the second batch: the first asks. */
const creating = { call: 'batch', skip: 1, kind: 'reset' }
const failing = { kind: 'status', status: 500, code: '1', times: 100 }

test('a campaign is not made again while one of the two looks for it fails', async () => {
  const body = leastSocialCampaign('Looked for')
  const key = 'looked-for'
  const ask = () => social.call(operation, body, { 'idempotency-key': key })
  const made = async () => (await sandbox.effects()).filter(({ kind }) => kind === 'campaign.create')
  await sandbox.forget()
  await sandbox.fail({ ...creating, when: 'after' })
  await sandbox.fail({ ...failing, call: 'campaignsbylabels.list' })
  await sandbox.fail({ ...failing, call: 'campaigns.list' })
  expect((await ask()).status).toBeGreaterThanOrEqual(500)
  const [{ id } = { id: '' }] = await made()
  // From here on its label alone tells it.
  await changeAtPlatform(social, id, { name: 'Renamed by somebody' })
  await sandbox.forgetFaults()
  await sandbox.fail({ ...failing, call: 'campaignsbylabels.list' })
  for (let looks = 0; looks < 3; looks++) {
    service.clock.advance(50_000)
    await sandbox.advance(50_000)
    expect((await ask()).results.success).toBe(false)
  }
  expect(await made()).toHaveLength(1)
  await sandbox.forgetFaults()
  const results = expectSuccess(operation, await settledCreation(social, body, key))
  expect(results.campaignId).toBe(id)
  expect(await made()).toHaveLength(1)
})

test('a campaign is looked for by its name alone where the platform takes no names of labels', async () => {
  await sandbox.fail(creating)
  const refused = { kind: 'status', status: 400, code: '100', times: 100 }
  await sandbox.fail({ ...refused, call: 'campaignsbylabels.list' })
  const answer = await settledCreation(social, leastSocialCampaign('Not labelled'), 'not-labelled')
  await sandbox.forgetFaults()
  const { campaignId } = expectSuccess(operation, answer)
  expect((await campaignsNamed(social, 'Not labelled')).map(({ id }) => id)).toEqual([campaignId])
})

test.each([
  ['fails', { kind: 'status', status: 502 }],
  ['has other JSON for a response', { kind: 'body', body: '{}' }],
])('ads are not refused for an ad set whose creation %s twice', async (what, trouble) => {
  const name = `Ad set ${what}`
  await sandbox.fail({ ...trouble, call: 'adsets.create', times: 2 })
  expectSuccess(
    operation,
    await settledCreation(social, leastSocialCampaign(name), name.replaceAll(' ', '-')),
  )
  expect(await campaignsNamed(social, name)).toMatchObject([{ status: 'ACTIVE', adSets: 1 }])
})

test('places are not missing because the platform returned something else', async () => {
  for (const body of ['{"status":"ok"}', '{"data":"none"}', '{"data":[{"key":"US"}]}']) {
    await sandbox.fail({ call: 'search', kind: 'body', body })
    const answer = await social.call(operation, leastSocialCampaign('Other places'))
    expectRefusal(answer, 'UPSTREAM_BAD_RESPONSE')
  }
})
