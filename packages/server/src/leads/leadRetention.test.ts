// adrail erases the answers of leads after LEADS_KEPT_DAYS, and deletes the leads of users who leave.

import { describe, expect, onTestFinished, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { listAllLeads, submitLead } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabaseUrl, useService } from '../../testing/service.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'

// Each test has its own service, so that the reader does not read leads of users of other tests.
const service = useService({ environment: { LEADS: 'on', LEADS_KEPT_DAYS: '10' } }, 'test')
const sandbox = createSandboxAdmin(service, 'search')
const databaseUrl = testDatabaseUrl()

const rows = (of: TestService, userId: string) =>
  of.app.store.db.selectFrom('leads').selectAll().where('user_id', '=', userId).execute()

const sourceOf = (userId: string) =>
  service.app.store.db
    .selectFrom('lead_sources')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** Returns the click IDs of a user's leads. All users of an account see the same click IDs. */
const clicks = async (userId: string) =>
  (await listAllLeads(service, userId)).leads.map(({ clickId }) => clickId)

const search = { platform: 'SEARCH' } as const

describe('the answers of a lead', () => {
  test('are encrypted in the database, and absent from events and audit entries', async () => {
    const userId = await newLinkedUser(service, search)
    const { leads } = await listAllLeads(service, userId)
    const emails = leads.map(({ fields }) => fields.find(({ name }) => name === 'EMAIL')?.value ?? '')
    expect(emails[0]).toContain('@')
    const { db } = service.app.store
    const everything = JSON.stringify([
      await rows(service, userId),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ])
    for (const email of emails) expect(everything).not.toContain(email)
  })

  test('are erased after LEADS_KEPT_DAYS, and then requested from the platform as long as it has them', async () => {
    const userId = await newLinkedUser(service, search)
    const [leadId] = await submitLead(sandbox, 'search')
    await advanceClocks(service, hourMs)
    const submittedLead = (await listAllLeads(service, userId)).leads.find(({ adId }) => adId === '')
    expect(leadId).toBeDefined()
    const loadAnswers = async () =>
      (await service.call('lead/get_lead', { userId, leadId: submittedLead?.leadId ?? '' })).results
    await advanceClocks(service, 11 * dayMs)
    // All leads are read first, so that later requests concern only the answers.
    await listAllLeads(service, userId)
    await pollTwice(service.app.leadRetention)
    expect((await rows(service, userId)).find(({ id }) => id === submittedLead?.leadId)?.content).toBe('')
    await sandbox.clearRequests()
    expect((await loadAnswers()).lead).toEqual(submittedLead)
    // One request reads the leads of those days, and one reads the names of forms.
    expect(await sandbox.requests('googleAds:search')).toHaveLength(2)
    await advanceClocks(service, 50 * dayMs)
    expect((await loadAnswers()).lead).toMatchObject({ isErased: true, fields: [] })
    await advanceClocks(service, 10 * dayMs)
    // An earlier round may have started before the clock advanced.
    await pollTwice(service.app.leadRetention)
    expect(await loadAnswers()).toMatchObject({ code: 'LEAD_NOT_FOUND' })
  })

  test('are never stored when LEADS_KEPT_DAYS is 0, but listed all the same', async () => {
    const own = await startTestService({ databaseUrl, environment: { LEADS: 'on', LEADS_KEPT_DAYS: '0' } })
    onTestFinished(() => own.stop())
    const userId = await newLinkedUser(own, { platform: 'PROFESSIONAL' })
    await linkExistingUser(own, userId)
    const { leads } = await listAllLeads(own, userId)
    expect(leads.length).toBeGreaterThan(100)
    expect(leads.filter(({ fields }) => fields.length === 0)).toEqual([])
    expect((await rows(own, userId)).filter(({ content }) => content !== '')).toEqual([])
  })
})

describe('the leads of a user', () => {
  test.each([
    ['who is deleted', async (userId: string) => void (await service.call('user/delete_user', { userId }))],
    [
      'who is disconnected',
      async (userId: string) => void (await service.call('auth/remove_link', { userId, ...search })),
    ],
  ])('%s are unavailable at once, and deleted from the database in the next round', async (_, leave) => {
    const userId = await newLinkedUser(service, search)
    const [first] = (await listAllLeads(service, userId)).leads
    await leave(userId)
    const { results } = await service.call('lead/get_lead', { userId, leadId: first?.leadId ?? '' })
    expect(results.success).toBe(false)
    await pollTwice(service.app.leadRetention)
    expect(await rows(service, userId)).toEqual([])
  })

  test('are listed once after a relink, and their cursor stays valid when another account is linked', async () => {
    const userId = await newLinkedUser(service, search)
    const first = await listAllLeads(service, userId)
    await linkExistingUser(service, userId, search)
    const { leads } = await listAllLeads(service, userId)
    expect(leads).toEqual(first.leads)
    await linkExistingUser(service, userId, { ...search, person: 'ben' })
    const { results } = await listAllLeads(service, userId, { pagination: first.results.resume })
    expect(results.sources.search).toMatchObject({ problem: '' })
  })

  test('are all read from an account that is linked while the previous account is being read', async () => {
    const userId = await newLinkedUser(service, { ...search, person: 'ben' })
    const stall = await sandbox.injectFault({ platform: 'search', call: 'googleAds:search', kind: 'stall' })
    const reading = service.app.leadReader.poll()
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    await linkExistingUser(service, userId, search)
    await sandbox.release(stall)
    await reading
    await pollTwice(service.app.leadReader)
    const all = await clicks(await newLinkedUser(service, search))
    expect(all.length).toBeGreaterThan(0)
    expect(await clicks(userId)).toEqual(all)
  })

  test('are all read from an account that is linked just before the previous account would be read', async () => {
    const userId = await newLinkedUser(service, { ...search, person: 'ben' })
    await pollTwice(service.app.leadReader)
    const before = await sourceOf(userId)
    await linkExistingUser(service, userId, search)
    // The reader chose this source while the previous account was linked, and reads it after the relink.
    await service.app.leadReader.read(before)
    expect(await clicks(userId)).toEqual(await clicks(await newLinkedUser(service, search)))
  })

  test('are all read later from an account that is linked while adrail reads no leads', async () => {
    const userId = await newLinkedUser(service, { ...search, person: 'ben' })
    await pollTwice(service.app.leadReader)
    const { id, subject, read_until, look_at } = await sourceOf(userId)
    await linkExistingUser(service, userId, search)
    await service.app.store.db
      .updateTable('lead_sources')
      .set({ subject, read_until, look_at })
      .where('id', '=', id)
      .execute()
    await advanceClocks(service, hourMs)
    await pollTwice(service.app.leadReader)
    expect(await clicks(userId)).toEqual(await clicks(await newLinkedUser(service, search)))
    expect(await sourceOf(userId)).toMatchObject({ subject: '4823109756', problem: '' })
  })

  test('are all listed from LinkedIn when they exceed one page', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL' })
    const before = (await listAllLeads(service, userId)).leads.length
    await submitLead(createSandboxAdmin(service, 'pro'), 'pro', { count: 150, pushes: 0 })
    await advanceClocks(service, hourMs)
    expect((await listAllLeads(service, userId)).leads).toHaveLength(before + 150)
  })

  test('are listed in each of two workspaces on one account, with different lead IDs', async () => {
    const other = await service.newWorkspace()
    const ownUserId = await newLinkedUser(service, search)
    const foreignUserId = await newLinkedUser(service, { ...search, apiKey: other.apiKey })
    await submitLead(sandbox, 'search', { count: 2 })
    await advanceClocks(service, hourMs)
    const ids = ({ leads }: Awaited<ReturnType<typeof listAllLeads>>) =>
      leads.map(({ clickId }) => clickId).toSorted()
    const [a, b] = [
      await listAllLeads(service, ownUserId),
      await listAllLeads(service, foreignUserId, {}, other.apiKey),
    ]
    expect(ids(a)).toEqual(ids(b))
    expect(new Set([...a.leads, ...b.leads].map(({ leadId }) => leadId)).size).toBe(2 * a.leads.length)
  })
})
