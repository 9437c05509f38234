import { createHash } from 'node:crypto'
import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPendingApproval } from '../../testing/approvals.ts'
import { newSessionBody } from '../../testing/consoleSession.ts'
import { buildPng } from '../../testing/images.ts'
import { newKeyBody } from '../../testing/keys.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { linkUser } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'
import { createUnresolvedWrite } from '../../testing/unresolvedWrite.ts'
import { uploadImage } from '../../testing/uploads.ts'
import { newEndpointBody, unreachableUrl } from '../../testing/webhooks.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import { verifyChain } from './chain.ts'

// With LEADS off, a link does not request the permission that test leads need.
const service = useService({ environment: { LEADS: 'on' } })
const recorded = operationNames.filter((name) => 'event' in declarationOf(name).audit)
let userId = ''

/** Creates a user of the demo person, linked to the given platforms. */
async function newUser(...platforms: readonly ('SOCIAL_A' | 'SEARCH' | 'PROFESSIONAL')[]): Promise<string> {
  const { results } = await service.call('user/create_user', { name: 'Audited' })
  for (const platform of platforms) await linkExistingUser(service, results.user.userId, { platform })
  return results.user.userId
}

async function entries() {
  const rows = await service.app.store.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', service.workspaceId)
    .orderBy('number')
    .execute()
  expect((await verifyChain(service.app.store.db, service.workspaceId)).problem).toBe('')
  return rows
}

beforeAll(async () => {
  userId = await newUser('SOCIAL_A', 'SEARCH', 'PROFESSIONAL')
})

describe('the audit log', () => {
  /** Bodies for the operations whose documented example does not work here. */
  const bodies: Partial<Record<OperationName, () => Promise<object>>> = {
    'webhook/create_endpoint': async () => ({ url: unreachableUrl }),
    'webhook/update_endpoint': () => newEndpointBody(service),
    'webhook/delete_endpoint': () => newEndpointBody(service),
    'webhook/rotate_secret': () => newEndpointBody(service),
    'webhook/test_endpoint': () => newEndpointBody(service),
    'webhook/replay': async () => ({ ...(await newEndpointBody(service)), since: '2026-01-01T00:00:00Z' }),
    'operation/undo_operation': async () => {
      const body = { userId, campaignId: springCampaignId, amount: 18 }
      return { operationId: (await service.call('social/edit_campaign', body)).results.operationId }
    },
    // An approval would add the audit entry of the write, so this decision is a rejection.
    'approval/decide': async () => ({ ...(await createPendingApproval(service)), decision: 'REJECTED' }),
    'operation/settle_operation': async () => {
      const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', {
        userId,
        campaignId: springCampaignId,
        amount: 33,
      })
      onTestFinished(async () => {
        await createSandboxAdmin(service).clearFaults()
        // The pause of a platform that failed ends within ten minutes.
        service.clock.advance(10 * 60_000)
      })
      return { operationId, done: true, reason: 'Seen on the platform.' }
    },
    // Each paused campaign has a separate audit entry, so this user has no campaigns.
    'campaign/pause_campaigns': async () => ({ userIds: [await newUser()] }),
    'workspace/create_key': async () => ({ name: 'Till', scopes: ['read'] }),
    'workspace/rotate_key': () => newKeyBody(service),
    'workspace/revoke_key': () => newKeyBody(service),
    'workspace/revoke_session': () => newSessionBody(service),
    'lead/list_leads': async () => ({ userId }),
    'lead/get_lead': async () => {
      const [first] = (await service.call('lead/list_leads', { userId })).results.leads
      return { userId, leadId: first?.leadId ?? '' }
    },
    'pro/upload_video': async () => ({
      userId,
      url: `${createSandboxAdmin(service).url}/_media/video/nursery-200kb.mp4`,
    }),
    'media/upload_image': async () => buildPng(),
    'media/delete_image': async () => ({ url: (await uploadImage(service, buildPng({ shade: 1 }))).url }),
    'user/create_user': async () => ({ name: 'Somebody' }),
    'user/delete_user': async () => ({ userId: await newUser() }),
    'auth/create_link': async () => ({ userId, platform: 'SEARCH' }),
    'auth/remove_link': async () => ({ userId: await newUser('SEARCH'), platform: 'SEARCH' }),
  }

  test.each(recorded)(
    'has exactly one entry for a successful %s, with ids and without personal data',
    async (name) => {
      const example = declarationOf(name).example.body
      const body = (await bodies[name]?.()) ?? { ...example, userId }
      const before = await entries()

      const { results, requestId } = await service.call(name, body as never)

      expect(results, JSON.stringify(results)).toMatchObject({ success: true })
      const [entry, ...more] = (await entries()).slice(before.length)
      expect(more).toEqual([])
      const declared = declarationOf(name).audit
      expect(entry).toMatchObject({
        event: 'event' in declared ? declared.event : '',
        actor: expect.stringMatching(/^key_/),
        request_id: requestId,
        operation_id: results['operationId'] ?? '',
        surface: 'http',
      })
      expect(entry?.subject).not.toBe('')
      expect(JSON.stringify(entry)).not.toMatch(/@|Ada|Fox|Somebody|Audited/)
    },
  )

  test('records the key, the user and the number of leads of each request that read leads, and no other request', async () => {
    const { leads } = (await service.call('lead/list_leads', { userId })).results
    const before = await entries()
    const { text, id } = await service.newKey({ scopes: ['leads'] })
    await service.call('lead/list_leads', { userId }, { apiKey: text })
    await service.call('lead/get_lead', { userId, leadId: leads[0]?.leadId ?? '' }, { apiKey: text })
    await service.call('lead/list_leads', { userId, formId: '1' }, { apiKey: text })
    await service.call('lead/get_lead', { userId, leadId: 'led_unknown' }, { apiKey: text })
    expect(leads.length).toBeGreaterThan(1)
    const read = { event: 'lead.read', actor: id, user_id: userId }
    expect((await entries()).slice(before.length)).toEqual([
      expect.objectContaining({ ...read, subject: userId, after: `{"count":${leads.length}}` }),
      expect.objectContaining({ ...read, subject: leads[0]?.leadId, after: '{"count":1}' }),
    ])
  })

  test('computes the hash of an entry without a surface over its other fields, as before entries had surfaces', async () => {
    await linkUser(service, { userId: await newUser(), platform: 'SEARCH' })
    const [before, last] = (await entries()).slice(-2)
    const { hash, surface, ...fields } = last ?? { surface: 'none' }
    const text = `${before?.hash}\n${canonicalJson(fields)}`
    expect([surface, hash]).toEqual(['', createHash('sha256').update(text).digest('hex')])
  })

  test('passes verifyChain while other requests append entries', async () => {
    const { id, apiKey } = await service.newWorkspace()
    const add = () => service.call('user/create_user', { name: 'Meanwhile' }, { apiKey })
    await add()
    const { db } = service.app.store
    let statementCount = 0
    // Appends an entry after the first query, and after each query that found no more entries.
    const countingDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (statementCount++ === 0 || result.rows.length === 0) await add()
        return result
      },
    })
    expect(await verifyChain(countingDb, id)).toMatchObject({ problem: '' })
  })

  test('records the key as the actor of link.created and the user as the actor of connection.made', async () => {
    const user = await newUser()
    await linkUser(service, { userId: user, platform: 'SEARCH' })
    const own = (await entries()).filter((entry) => entry.user_id === user)
    expect(own.map(({ event, actor }) => `${event} by ${actor.slice(0, 4)}`)).toEqual([
      'link.created by key_',
      'connection.made by user',
    ])
  })

  test('records the service as the actor when it flags a credential whose consent was revoked', async () => {
    const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })
    service.clock.advance(2 * 60 * 60_000)
    expect((await service.call('search/get_campaigns', { userId: user })).status).toBe(409)

    const flagged = (await entries()).filter(({ event }) => event === 'credential.flagged')
    expect(flagged).toHaveLength(1)
    expect(flagged[0]).toMatchObject({
      actor: 'service',
      subject: expect.stringMatching(/^crd_/),
      request_id: '',
    })
    expect(JSON.parse(flagged[0]?.after ?? '')).toMatchObject({
      health: expect.stringMatching(/revoked|needs_reauth/),
    })
  })
})
