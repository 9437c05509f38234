// adrail reconciles a campaign whose creation response is lost while lookups fail too.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { changeAtPlatform, useSocial } from '../../../../testing/social.ts'
import {
  createSocialUntilFinal,
  findCampaignsByName,
  minimalSocialCampaign,
} from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const { sandbox, service } = social
const operation = 'social/create_campaign'

/** The first batch reads the references. The second one creates the campaign. */
const creationFault = { call: 'batch', skip: 1, kind: 'reset' }
const lookupFault = { kind: 'status', status: 500, code: '1', times: 100 }

test('social/create_campaign does not create the campaign again while one of its two lookups fails', async () => {
  const body = minimalSocialCampaign('Looked for')
  const key = 'looked-for'
  const create = () => social.call(operation, body, { 'idempotency-key': key })
  const listCreations = async () => (await sandbox.effects()).filter(({ kind }) => kind === 'campaign.create')
  await sandbox.clearRequests()
  await sandbox.injectFault({ ...creationFault, when: 'after' })
  await sandbox.injectFault({ ...lookupFault, call: 'campaignsbylabels.list' })
  await sandbox.injectFault({ ...lookupFault, call: 'campaigns.list' })
  expect((await create()).status).toBeGreaterThanOrEqual(500)
  const [{ id } = { id: '' }] = await listCreations()
  // From here on, only the label identifies the campaign.
  await changeAtPlatform(social, id, { name: 'Renamed by somebody' })
  await sandbox.clearFaults()
  await sandbox.injectFault({ ...lookupFault, call: 'campaignsbylabels.list' })
  for (let attempt = 0; attempt < 3; attempt++) {
    service.clock.advance(50_000)
    await sandbox.advance(50_000)
    expect((await create()).results.success).toBe(false)
  }
  expect(await listCreations()).toHaveLength(1)
  await sandbox.clearFaults()
  const results = expectSuccess(operation, await createSocialUntilFinal(social, body, key))
  expect(results.campaignId).toBe(id)
  expect(await listCreations()).toHaveLength(1)
})

test('social/create_campaign looks up the campaign by name alone when Meta rejects the lookup by label', async () => {
  await sandbox.injectFault(creationFault)
  const refused = { kind: 'status', status: 400, code: '100', times: 100 }
  await sandbox.injectFault({ ...refused, call: 'campaignsbylabels.list' })
  const response = await createSocialUntilFinal(social, minimalSocialCampaign('Not labelled'), 'not-labelled')
  await sandbox.clearFaults()
  const { campaignId } = expectSuccess(operation, response)
  expect((await findCampaignsByName(social, 'Not labelled')).map(({ id }) => id)).toEqual([campaignId])
})

test.each([
  ['fails', { kind: 'status', status: 502 }],
  ['has other JSON for a response', { kind: 'body', body: '{}' }],
])(
  'social/create_campaign creates the whole campaign although the creation of its ad set %s twice',
  async (what, trouble) => {
    const name = `Ad set ${what}`
    await sandbox.injectFault({ ...trouble, call: 'adsets.create', times: 2 })
    expectSuccess(
      operation,
      await createSocialUntilFinal(social, minimalSocialCampaign(name), name.replaceAll(' ', '-')),
    )
    expect(await findCampaignsByName(social, name)).toMatchObject([{ status: 'ACTIVE', adSets: 1 }])
  },
)

test('social/create_campaign returns UPSTREAM_BAD_RESPONSE when the location search has an unknown shape', async () => {
  for (const body of ['{"status":"ok"}', '{"data":"none"}', '{"data":[{"key":"US"}]}']) {
    await sandbox.injectFault({ call: 'search', kind: 'body', body })
    const response = await social.call(operation, minimalSocialCampaign('Other places'))
    expectRefusal(response, 'UPSTREAM_BAD_RESPONSE')
  }
})
