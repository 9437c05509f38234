import { createHash } from 'node:crypto'
import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPendingApproval } from '../../testing/approvals.ts'
import { newSessionBody } from '../../testing/consoleSession.ts'
import { newKeyBody } from '../../testing/keys.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { linkUser } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'
import { createUnresolvedWrite } from '../../testing/unresolvedWrite.ts'
import { newEndpointBody, unreachableUrl } from '../../testing/webhooks.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import { verifyChain } from './chain.ts'

// Without leads nobody is asked for the permission to test them.
const service = useService({ environment: { LEADS: 'on' } })
const recorded = operationNames.filter((name) => 'event' in declarationOf(name).audit)
let userId = ''

/** A new user of the demo person, linked to the given platforms. */
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

describe('the record of changes', () => {
  /** Where the documented example does not fit as it stands. */
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
    // What is approved leaves the entry of the write beside.
    'approval/decide': async () => ({ ...(await createPendingApproval(service)), decision: 'REJECTED' }),
    'operation/settle_operation': async () => {
      const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', {
        userId,
        campaignId: springCampaignId,
        amount: 33,
      })
      onTestFinished(async () => {
        await createSandboxAdmin(service).clearFaults()
        // Whatever was kept back is let through again.
        service.clock.advance(10 * 60_000)
      })
      return { operationId, done: true, reason: 'Seen at the platform.' }
    },
    // Each campaign that it pauses has an entry of its own.
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
    'user/create_user': async () => ({ name: 'Somebody' }),
    'user/delete_user': async () => ({ userId: await newUser() }),
    'auth/create_link': async () => ({ userId, platform: 'SEARCH' }),
    'auth/remove_link': async () => ({ userId: await newUser('SEARCH'), platform: 'SEARCH' }),
  }

  test.each(recorded)(
    'has exactly one entry for a successful %s, with ids and nothing personal',
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

  test('names the key, the user and the number of leads that a request read, and nothing of a request that read none', async () => {
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

  test('keeps the hashes of entries from before surfaces were told', async () => {
    await linkUser(service, { userId: await newUser(), platform: 'SEARCH' })
    const [before, last] = (await entries()).slice(-2)
    const { hash, surface, ...fields } = last ?? { surface: 'none' }
    const text = `${before?.hash}\n${canonicalJson(fields)}`
    expect([surface, hash]).toEqual(['', createHash('sha256').update(text).digest('hex')])
  })

  test('is found whole while others go on writing it', async () => {
    const { id, apiKey } = await service.newWorkspace()
    const add = () => service.call('user/create_user', { name: 'Meanwhile' }, { apiKey })
    await add()
    const { db } = service.app.store
    let statementCount = 0
    // Another entry after the first look, and after each that found nothing more.
    const countingDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (statementCount++ === 0 || result.rows.length === 0) await add()
        return result
      },
    })
    expect(await verifyChain(countingDb, id)).toMatchObject({ problem: '' })
  })

  test('tells who connected an account: the user', async () => {
    const user = await newUser()
    await linkUser(service, { userId: user, platform: 'SEARCH' })
    const own = (await entries()).filter((entry) => entry.user_id === user)
    expect(own.map(({ event, actor }) => `${event} by ${actor.slice(0, 4)}`)).toEqual([
      'link.created by key_',
      'connection.made by user',
    ])
  })

  test('tells what happened by itself: a consent that was taken back', async () => {
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
