// Worlds for tests in which whole processes of the service are killed, stopped and cut off, while the sandbox that they
// speak to lives on and can tell what happened.

import { demoAccess, type Sandbox, type SandboxOptions, startSandbox } from '@adrail/sandbox'
import { Pool } from 'undici'
import { expect, inject, onTestFinished } from 'vitest'
import { verifyChain } from '../src/audit/chain.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/tables.ts'
import {
  type Environment,
  noLimits,
  type Place,
  type Processes,
  type ServiceProcess,
  useProcesses,
} from './processes.ts'

/** The user and the workspace of the demo, which every process finds. */
export const userId = 'usr_demo_all'
export const workspaceId = 'ws_demo'

export interface Answer {
  readonly status: number
  readonly code: string
  readonly retryAfter: string
  readonly replayed: boolean
  readonly results: Readonly<Record<string, unknown>>
}

export type Ask = (operation: string, body: object, key?: string) => Promise<Answer>

export interface World {
  readonly sandbox: Sandbox
  readonly place: Place
  /** A process at this place, with settings of its own. */
  begin(settings?: Environment): Promise<{ readonly service: ServiceProcess; readonly ask: Ask }>
  /** An admin command, such as `audit verify`. */
  admin(...args: string[]): ReturnType<Processes['admin']>
}

/** A sandbox that says nothing and ends with the test. */
export async function sandboxForTest(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ log: () => {}, variation: inject('variationSeed'), ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Each is a sandbox of its own, and a place for processes that share it. */
export function useWorlds(): (databaseUrl?: string) => Promise<World> {
  const { newPlace, start, admin } = useProcesses()
  return async (databaseUrl) => {
    // Judged by all that it ever saw.
    const sandbox = await sandboxForTest({ ledgerCapacity: 1_000_000 })
    const place = await newPlace(databaseUrl)
    const environment = {
      SANDBOX_URL: sandbox.url,
      ...noLimits,
      // What the platforms are told to do is meant for writes, and nobody else must meet it.
      LEADS: 'off',
      MIRROR: 'off',
    }
    const begin: World['begin'] = async (settings = {}) => {
      const service = await start(place, { ...environment, ...settings })
      return { service, ask: askAt(service.url, await service.demoKey()) }
    }
    return { sandbox, place, begin, admin: (...args) => admin(place, ...args) }
  }
}

/** Requests to a service at this address, until the end of the test. */
export function askAt(url: string, apiKey: string): Ask {
  const pool = new Pool(url, { connections: 32 })
  onTestFinished(() => pool.destroy())
  return (...request) => ask(pool, apiKey, ...request)
}

async function ask(
  pool: Pool,
  apiKey: string,
  operation: string,
  body: object,
  key?: string,
): Promise<Answer> {
  const answer = await pool.request({
    method: 'POST',
    path: `/${operation}`,
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ userId, ...body }),
  })
  // Every answer of the service is an envelope.
  const { results } = (await answer.body.json()) as { results: Answer['results'] }
  return {
    status: answer.statusCode,
    code: String(results['code'] ?? ''),
    retryAfter: String(answer.headers['retry-after'] ?? ''),
    replayed: answer.headers['idempotency-replayed'] === 'true',
    results,
  }
}

/** Whether a caller would not retry. A 500 is a fault of adrail: it is final, so that no proof retries until it is gone. */
export function isFinal({ status, retryAfter }: Answer): boolean {
  return status === 500 || (status < 500 && retryAfter === '')
}

/** Retries the request as a caller does, until its response is final. */
export async function insist(attempt: () => Promise<Answer>): Promise<Answer> {
  const waiting: Answer[] = []
  await expect
    .poll(async () => {
      waiting.push(await attempt())
      return waiting.at(-1)?.status
    })
    .toSatisfy(() => isFinal(waiting.at(-1) as Answer))
  return waiting.at(-1) as Answer
}

export async function withStore<Result>(
  place: Place,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The owners of all open operations are treated as dead, as they would be when their leases have run out. */
export function endLeases(place: Place): Promise<unknown> {
  return withStore(place, ({ db }) => db.updateTable('operations').set({ lease_until: 0 }).execute())
}

/** As if two minutes had gone by since: some platforms may find a thing only so long after they made it. */
export function passTwoMinutes(place: Place): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db
      .updateTable('operation_steps')
      .set((set) => ({ intent_at: set('intent_at', '-', 120_000) }))
      .execute(),
  )
}

/** The same for what one process alone had in hand, which has ended: the others keep what is theirs. */
export function passTimeOfDead(place: Place, owner: string): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db.transaction().execute(async (transaction) => {
      const owned = transaction.selectFrom('operations').select('id').where('owner', '=', owner)
      await transaction
        .updateTable('operation_steps')
        .set((set) => ({ intent_at: set('intent_at', '-', 120_000) }))
        .where('operation_id', 'in', owned)
        .execute()
      await transaction.updateTable('operations').set({ lease_until: 0 }).where('owner', '=', owner).execute()
    }),
  )
}

/** The audit chain is whole and has one entry for each operation that ended, and none for another. */
export async function expectAudited(place: Place): Promise<void> {
  await withStore(place, async ({ db }) => {
    const operations = await db.selectFrom('operations').select(['id', 'state']).execute()
    const entries = await db.selectFrom('audit_entries').select('operation_id').execute()
    const recorded = entries.map(({ operation_id }) => operation_id).filter((id) => id !== '')
    expect(operations.map(({ state }) => state)).toEqual(
      operations.map(() => expect.stringMatching(/^(SUCCEEDED|FAILED)$/)),
    )
    expect(recorded.sort()).toEqual(operations.map(({ id }) => id).sort())
    expect((await verifyChain(db, workspaceId)).problem).toBe('')
  })
}

/** What the platform carried out, as `campaign.create customers/1/campaigns/2`, narrowed by how it begins. */
export function effects({ requests }: Sandbox, beginning: string): string[] {
  return requests
    .effects()
    .map(({ kind, id }) => `${kind} ${id}`)
    .filter((effect) => effect.startsWith(beginning))
}

/** Resolves when the platform has taken in the request that an ordered fault keeps waiting. */
export async function held(fault: { readonly holding: number }): Promise<void> {
  await expect.poll(() => fault.holding).toBe(1)
}

/** Campaigns of 10 a day on the social platform, none of which runs. */
export async function pausedCampaigns(sandbox: Sandbox, count: number): Promise<string[]> {
  const { url, social } = demoAccess(sandbox.people())
  const made: string[] = []
  for (let number = 0; number < count; number++) {
    const body = new URLSearchParams({
      access_token: social.accessToken,
      name: `Campaign ${number}`,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: '[]',
      status: 'PAUSED',
      daily_budget: '1000',
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    })
    const answer = await fetch(`${url}/v26.0/act_${social.adAccountId}/campaigns`, { method: 'POST', body })
    // The platform answers the id of what was made.
    const { id } = (await answer.json()) as { id: string }
    made.push(id)
  }
  return made
}
