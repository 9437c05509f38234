// A process of one release is killed while its writes are open in every state that a kill can leave behind. A
// process of the other release takes the writes over. docs/upgrading.md promises both directions: processes are
// replaced one after another, and operators may return to the previous release.

import type { Sandbox } from '@adrail/sandbox'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { linkUser } from '../../testing/linking.ts'
import { exportPreviousRelease, hasPreviousRelease } from '../../testing/previousRelease.ts'
import { type Installation, noLimits, post, useProcesses } from '../../testing/processes.ts'
import {
  createPausedCampaigns,
  createSender,
  userId as demoUserId,
  expireLeases,
  retryUntilFinal,
  type SendRequest,
  type ServiceResponse,
  startTestSandbox,
  waitUntilHeld,
  withStore,
  workspaceId,
} from '../../testing/worlds.ts'
import { insertNewApiKey } from '../admission/apiKeys.ts'
import { verifyChain } from '../audit/chain.ts'
import { dayMs } from '../runtime/durations.ts'
import { systemRuntime } from '../runtime/runtime.ts'

const { newInstallation, start } = useProcesses()

const [thisRelease, previousRelease] = ['this release', 'the previous release']
const takeovers = [
  [thisRelease, previousRelease],
  [previousRelease, thisRelease],
] as const

/** The writes by their idempotency keys, with the state in which the killed process leaves each. */
const leftStates = {
  ended: 'SUCCEEDED',
  planning: 'PENDING',
  sent: 'EXECUTING',
  arrived: 'EXECUTING',
  batch: 'EXECUTING',
  unknown: 'UNKNOWN',
  unresolved: 'NEEDS_ATTENTION',
  overtaken: 'NEEDS_ATTENTION',
  awaiting: 'AWAITING_APPROVAL',
} as const
/** A runner that polls right before the kill ends the withdrawn write, so its state is not certain. */
type WriteKey = keyof typeof leftStates | 'withdrawn'
const finalCodes: Partial<Record<WriteKey, string>> = {
  overtaken: 'OPERATION_ABANDONED',
  withdrawn: 'APPROVAL_EXPIRED',
}

const socialUpdate = { platform: 'social', call: 'campaign.update' } as const
const stall = { kind: 'stall' } as const
const stallAfterEffect = { kind: 'stall', when: 'after' } as const
const unavailable = { kind: 'status', status: 503, times: 100_000 } as const
/** These operations act for no user. */
const withoutUser = { userId: undefined }

interface RunningRelease {
  readonly url: string
  readonly apiKey: string
  readonly send: SendRequest
  kill(): Promise<void>
}

/** The requests of all writes, so that another process gets the same ones. */
type WriteRequests = Readonly<Record<WriteKey, readonly [operation: string, body: object]>>

test.runIf(hasPreviousRelease()).each(takeovers)(
  '%s resolves each write once that %s left open, whatever the state of the write is',
  { timeout: 300_000 },
  async (successor, predecessor) => {
    const sandbox = await startTestSandbox({ ledgerCapacity: 100_000 })
    const environment = { SANDBOX_URL: sandbox.url, ...noLimits, LEADS: 'off', MIRROR: 'off' }
    const installation = { ...(await newInstallation()), environment }
    const startRelease = prepareReleases(installation)
    // The previous release has no batches. It leaves those of this release to the next process of this release.
    const hasBatch = predecessor === thisRelease

    const firstProcess = await startRelease(predecessor)
    const users = await linkUsers(firstProcess)
    const campaigns = await findCampaigns(sandbox, firstProcess, users)
    const requests = await buildRequests(firstProcess, campaigns, users)
    const changesBefore = listChanges(sandbox)
    const endedResponse = await firstProcess.send(...requests.ended, 'ended')
    expect(endedResponse.code).toBe('')
    await leaveUnreachableWrites(sandbox, firstProcess, requests, users)
    await changeTimes(installation, 'unresolved', { ageMs: 2 * dayMs, intentAgeMs: 0 })
    // The request of the overtaken write may still arrive, however long the next process takes to start.
    await changeTimes(installation, 'overtaken', { ageMs: 0, intentAgeMs: -dayMs })
    await expireLeases(installation)

    const secondProcess = await startRelease(predecessor)
    const awaitingResponse = await leaveOtherWrites(sandbox, installation, secondProcess, {
      ...{ requests, users, hasBatch },
      overtakingBody: { userId: users.stayingId, campaignId: campaigns.overtaken, status: 'PAUSED' },
    })
    for (const [key, state] of Object.entries(leftStates))
      if (key !== 'batch' || hasBatch) expect((await readEntry(installation, key)).state, key).toBe(state)
    expect(await readEntry(installation, 'overtaken')).toMatchObject({ target: '', deadline_at: 0 })
    // No request can arrive any more, and writes that need attention are due.
    sandbox.faults.cancel()
    await changeTimes(installation, 'overtaken', { ageMs: 0, intentAgeMs: dayMs + 120_000 })
    await makeAttentionDue(installation)
    await expireLeases(installation)
    const leftIds = await readOperationIds(installation)

    const successorProcess = await startRelease(successor)
    await approve(successorProcess, await createApprover(installation), awaitingResponse)
    const retry = async (key: WriteKey, { send }: RunningRelease) => {
      const response = await retryUntilFinal(() => send(...requests[key], key))
      expect(response, key).toMatchObject({ code: finalCodes[key] ?? '' })
      // Nothing was sent for the write that was still being planned, so its request began again.
      if (key !== 'planning') expect(response.results['operationId'], key).toBe(leftIds.get(key))
      if (key === 'ended') expect(response.results).toEqual(endedResponse.results)
    }
    // The keys of the table are the idempotency keys.
    for (const key of Object.keys(requests) as WriteKey[])
      if (key !== 'batch') await retry(key, successorProcess)
    if (hasBatch) {
      expect((await readEntry(installation, 'batch')).state).toBe('EXECUTING')
      await successorProcess.kill()
      await expireLeases(installation)
      await retry('batch', await startRelease(thisRelease))
      await expect.poll(async () => (await readEntry(installation, 'batch')).state).toBe('SUCCEEDED')
    }

    const changes = listChanges(sandbox).slice(changesBefore.length)
    expect(changes.filter((change, index) => changes.indexOf(change) !== index)).toEqual([])
    const listChanged = (platform: string) =>
      changes.flatMap((change) => (change.startsWith(`${platform} `) ? [change.split(' ').at(-1)] : []))
    // The overtaken campaign was only paused.
    const { withdrawn: _, ...changedCampaigns } = campaigns
    expect(listChanged('social').sort()).toEqual(Object.values(changedCampaigns).sort())
    expect(listChanged('pro')).toHaveLength(1)
    expect(listChanged('search').length > 1).toBe(hasBatch)
    await expectOneEndPerWrite(installation)
  },
)

/** Returns a function that starts a process of a release. All processes share the installation. */
function prepareReleases(installation: Installation): (release: string) => Promise<RunningRelease> {
  const releaseRoot = newFolder('adrail-release-')
  exportPreviousRelease(releaseRoot)
  let apiKey = ''
  return async (release) => {
    const service = await start(release === thisRelease ? installation : { ...installation, releaseRoot })
    apiKey ||= await service.readDemoKey()
    return {
      url: service.url,
      apiKey,
      send: createSender(service.url, apiKey),
      async kill() {
        service.kill('SIGKILL')
        await service.exit
      },
    }
  }
}

/** The users of writes whose account is not the demo's. All of them are linked to the same account. */
interface Users {
  readonly unlinkedId: string
  readonly withdrawingId: string
  readonly stayingId: string
}

async function linkUsers(release: RunningRelease): Promise<Users> {
  const [unlinkedId, withdrawingId, stayingId] = [
    await linkNewUser(release),
    await linkNewUser(release),
    await linkNewUser(release),
  ]
  return { unlinkedId, withdrawingId, stayingId }
}

/** Returns a campaign for each write that changes one on the social platform. */
async function findCampaigns(sandbox: Sandbox, { send }: RunningRelease, { stayingId: userId }: Users) {
  const keys = ['ended', 'planning', 'sent', 'arrived', 'unknown', 'awaiting'] as const
  const ids = await createPausedCampaigns(sandbox, keys.length)
  // One id was created for each key.
  const created = Object.fromEntries(keys.map((key, index) => [key, ids[index]])) as Record<
    (typeof keys)[number],
    string
  >
  const { results } = await send('social/get_campaigns', { userId })
  const [overtaken, withdrawn] = (results['campaigns'] as { id: string }[]).map(({ id }) => id)
  if (overtaken === undefined || withdrawn === undefined) throw new Error('The account has one campaign.')
  // Only the pause of a running campaign lowers spend.
  await send('social/update_campaign_status', { userId, campaignId: overtaken, status: 'ACTIVE' })
  return { ...created, overtaken, withdrawn }
}

async function linkNewUser({ url, apiKey, send }: RunningRelease): Promise<string> {
  const { results } = await send('user/create_user', { ...withoutUser, name: 'Leaving' })
  const { userId } = results['user'] as { userId: string }
  await linkUser({ url, apiKey }, { userId, platform: 'SOCIAL_A' })
  return userId
}

async function buildRequests(
  { send }: RunningRelease,
  campaigns: Awaited<ReturnType<typeof findCampaigns>>,
  { unlinkedId, withdrawingId }: Users,
): Promise<WriteRequests> {
  const edit = (key: keyof typeof campaigns, userId = demoUserId) =>
    ['social/edit_campaign', { userId, campaignId: campaigns[key], amount: 500 }] as const
  const { results } = await send('pro/get_campaigns', { status: 'ACTIVE' })
  const [running] = results['campaigns'] as { id: string }[]
  return {
    ended: edit('ended'),
    planning: edit('planning'),
    sent: edit('sent'),
    arrived: edit('arrived'),
    unknown: edit('unknown'),
    overtaken: edit('overtaken', unlinkedId),
    awaiting: edit('awaiting'),
    withdrawn: edit('withdrawn', withdrawingId),
    unresolved: ['pro/update_campaign_status', { campaignId: running?.id, status: 'PAUSED' }],
    batch: ['campaign/pause_campaigns', { ...withoutUser, platforms: ['search'] }],
  }
}

/** Sends a request whose process dies before it responds. */
function begin({ send }: RunningRelease, requests: WriteRequests, key: WriteKey): void {
  void send(...requests[key], key).catch(() => undefined)
}

const unlink = ({ send }: RunningRelease, userId: string) =>
  send('auth/remove_link', { userId, platform: 'SOCIAL_A' })

/** Leaves a write of a user who is unlinked, and one on a platform that does not respond any more. */
async function leaveUnreachableWrites(
  sandbox: Sandbox,
  release: RunningRelease,
  requests: WriteRequests,
  { unlinkedId }: Users,
): Promise<void> {
  const overtakenStall = sandbox.faults.order({ ...socialUpdate, ...stall })
  begin(release, requests, 'overtaken')
  await waitUntilHeld(overtakenStall)
  await unlink(release, unlinkedId)
  const proUpdate = { platform: 'pro', call: 'adCampaignGroups.update' } as const
  const unresolvedStall = sandbox.faults.order({ ...proUpdate, ...stallAfterEffect })
  begin(release, requests, 'unresolved')
  await waitUntilHeld(unresolvedStall)
  sandbox.faults.order({ platform: 'pro', call: '*', ...unavailable })
  await release.kill()
}

/** Leaves writes in all other states. Returns the response of the write that awaits its approval. */
async function leaveOtherWrites(
  sandbox: Sandbox,
  installation: Installation,
  release: RunningRelease,
  {
    requests,
    users,
    overtakingBody,
    hasBatch,
  }: {
    readonly requests: WriteRequests
    readonly users: Users
    readonly overtakingBody: object
    readonly hasBatch: boolean
  },
): Promise<ServiceResponse> {
  const { send } = release
  const waitForState = (key: WriteKey, state: string) =>
    expect.poll(async () => (await readEntry(installation, key)).state).toBe(state)
  const overtake = () => send('social/update_campaign_status', overtakingBody, 'overtaking')
  expect((await retryUntilFinal(overtake)).code).toBe('')
  await waitForState('unresolved', 'NEEDS_ATTENTION')

  const setRules = (kinds: readonly string[]) =>
    send('workspace/update_settings', { ...withoutUser, approval: { kinds } })
  await setRules(['RAISE'])
  const awaitingResponse = await send(...requests.awaiting, 'awaiting')
  expect(awaitingResponse.code).toBe('APPROVAL_REQUIRED')
  expect((await send(...requests.withdrawn, 'withdrawn')).code).toBe('APPROVAL_REQUIRED')
  await setRules([])

  for (const [key, order] of [
    ['sent', { ...socialUpdate, ...stall }],
    ['arrived', { ...socialUpdate, ...stallAfterEffect }],
    ['planning', { platform: 'social', call: 'campaign.read', ...stall }],
    ['batch', { platform: 'search', call: 'googleAds:mutate', ...stallAfterEffect }],
  ] as const) {
    if (key === 'batch' && !hasBatch) continue
    const fault = sandbox.faults.order(order)
    begin(release, requests, key)
    await waitUntilHeld(fault)
  }
  sandbox.faults.order({ ...socialUpdate, kind: 'reset', when: 'after' })
  // Planning reads the campaign once.
  sandbox.faults.order({ platform: 'social', call: 'campaign.read', ...unavailable, skip: 1 })
  begin(release, requests, 'unknown')
  await waitForState('unknown', 'UNKNOWN')
  await unlink(release, users.withdrawingId)
  await release.kill()
  return awaitingResponse
}

/** Approves the write. A release that describes the steps differently asks for a decision about its own plan. */
async function approve(
  { url }: RunningRelease,
  approver: string,
  { results }: ServiceResponse,
): Promise<void> {
  const { operationId, planHash } = results
  const decide = (hash: unknown) =>
    post(`${url}/approval/decide`, approver, { operationId, planHash: hash, decision: 'APPROVED' })
  const first = await decide(planHash)
  if (first.envelope.results['code'] !== 'PLAN_CHANGED') return expect(first.status).toBe(200)
  const { envelope } = await post(`${url}/approval/list_approvals`, approver)
  const [approval] = envelope.results['approvals'] as { planHash: string }[]
  expect((await decide(approval?.planHash)).status).toBe(200)
}

/** Lists the changes of campaigns at all platforms, such as `social campaign.update 120`. */
function listChanges({ requests }: Sandbox): string[] {
  return requests
    .effects()
    .filter(({ kind }) => kind === 'campaign.update' || kind === 'adCampaignGroup.updated')
    .map(({ platform, kind, id }) => `${platform} ${kind} ${id}`)
}

async function readEntry(installation: Installation, key: string) {
  return await withStore(installation, ({ db }) =>
    db
      .selectFrom('operations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow(),
  )
}

async function readOperationIds(installation: Installation): Promise<ReadonlyMap<string | null, string>> {
  const rows = await withStore(installation, ({ db }) =>
    db.selectFrom('operations').select(['id', 'idempotency_key']).execute(),
  )
  return new Map(rows.map(({ id, idempotency_key }) => [idempotency_key, id]))
}

/** Backdates a write and its intents, as if its process had died earlier. */
async function changeTimes(
  installation: Installation,
  key: WriteKey,
  { ageMs, intentAgeMs }: { readonly ageMs: number; readonly intentAgeMs: number },
): Promise<void> {
  const { id } = await readEntry(installation, key)
  await withStore(installation, async ({ db }) => {
    await db
      .updateTable('operation_steps')
      .set((set) => ({ intent_at: set('intent_at', '-', intentAgeMs) }))
      .where('operation_id', '=', id)
      .execute()
    // The type of the table does not permit to change when a write began.
    await sql`update operations
      set created_at = created_at - ${ageMs}, deadline_at = deadline_at - ${ageMs}
      where id = ${id}`.execute(db)
  })
}

async function makeAttentionDue(installation: Installation): Promise<void> {
  await withStore(installation, ({ db }) =>
    db.updateTable('operations').set({ next_run_at: 0 }).where('state', '=', 'NEEDS_ATTENTION').execute(),
  )
}

/** A key that the requester created cannot approve, so the test creates the approver in the database. */
async function createApprover(installation: Installation): Promise<string> {
  const approver = { workspaceId, name: 'Approver', scopes: ['approve'] as const }
  const { text } = await withStore(installation, ({ db }) =>
    db.transaction().execute((transaction) => insertNewApiKey(transaction, systemRuntime(), approver)),
  )
  return text
}

/** Every write ended with exactly one event and one audit entry. Decisions have entries of their own. */
async function expectOneEndPerWrite(installation: Installation): Promise<void> {
  await withStore(installation, async ({ db }) => {
    const operations = await db.selectFrom('operations').select(['id', 'name', 'state']).execute()
    expect(operations.filter(({ state }) => state !== 'SUCCEEDED' && state !== 'FAILED')).toEqual([])
    const endEvents = await db
      .selectFrom('events')
      .select('data')
      .where('type', 'in', ['operation.succeeded', 'operation.failed'])
      .execute()
    // A batch has no event of its own.
    const singleWrites = operations.filter(({ name }) => name !== 'campaign/pause_campaigns')
    const endedIds = endEvents.map(({ data }) => String(JSON.parse(data).operationId))
    expect(endedIds.sort()).toEqual(singleWrites.map(({ id }) => id).sort())
    expect((await verifyChain(db, workspaceId)).problem).toBe('')
  })
}
