// Worlds for tests in which whole processes of the service are killed, stopped and cut off, while the sandbox that they
// speak to lives on and can tell what happened.

import { demoAccess, type Sandbox, type SandboxOptions, startSandbox } from '@adrail/sandbox'
import { Pool } from 'undici'
import { expect, inject, onTestFinished } from 'vitest'
import { verifyChain } from '../src/audit/chain.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/tables.ts'
import {
  type EnvironmentVariables,
  type Installation,
  noLimits,
  type Processes,
  type ServiceProcess,
  useProcesses,
} from './processes.ts'

/** The user and the workspace of the demo, which every process finds. */
export const userId = 'usr_demo_all'
export const workspaceId = 'ws_demo'

export interface ServiceResponse {
  readonly status: number
  readonly code: string
  readonly retryAfter: string
  readonly replayed: boolean
  readonly results: Readonly<Record<string, unknown>>
}

export type SendRequest = (operation: string, body: object, key?: string) => Promise<ServiceResponse>

export interface ServiceFixture {
  readonly sandbox: Sandbox
  readonly installation: Installation
  /** A process at this place, with settings of its own. */
  start(
    settings?: EnvironmentVariables,
  ): Promise<{ readonly service: ServiceProcess; readonly send: SendRequest }>
  /** An admin command, such as `audit verify`. */
  admin(...args: string[]): ReturnType<Processes['admin']>
}

/** A sandbox that says nothing and ends with the test. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ log: () => {}, variation: inject('variationSeed'), ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Each is a sandbox of its own, and a place for processes that share it. */
export function useServiceFixtures(): (databaseUrl?: string) => Promise<ServiceFixture> {
  const { newInstallation, start: startProcess, admin } = useProcesses()
  return async (databaseUrl) => {
    // Judged by all that it ever saw.
    const sandbox = await startTestSandbox({ ledgerCapacity: 1_000_000 })
    const installation = await newInstallation(databaseUrl)
    const environment = {
      SANDBOX_URL: sandbox.url,
      ...noLimits,
      // What the platforms are told to do is meant for writes, and nobody else must meet it.
      LEADS: 'off',
      MIRROR: 'off',
    }
    const start: ServiceFixture['start'] = async (settings = {}) => {
      const service = await startProcess(installation, { ...environment, ...settings })
      return { service, send: createSender(service.url, await service.readDemoKey()) }
    }
    return { sandbox, installation, start, admin: (...args) => admin(installation, ...args) }
  }
}

/** Requests to a service at this address, until the end of the test. */
export function createSender(url: string, apiKey: string): SendRequest {
  const pool = new Pool(url, { connections: 32 })
  onTestFinished(() => pool.destroy())
  return (...request) => sendRequest(pool, apiKey, ...request)
}

async function sendRequest(
  pool: Pool,
  apiKey: string,
  operation: string,
  body: object,
  key?: string,
): Promise<ServiceResponse> {
  const response = await pool.request({
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
  const { results } = (await response.body.json()) as { results: ServiceResponse['results'] }
  return {
    status: response.statusCode,
    code: String(results['code'] ?? ''),
    retryAfter: String(response.headers['retry-after'] ?? ''),
    replayed: response.headers['idempotency-replayed'] === 'true',
    results,
  }
}

/** Whether a caller would not retry. A 500 is a fault of adrail: it is final, so that no proof retries until it is gone. */
export function isFinal({ status, retryAfter }: ServiceResponse): boolean {
  return status === 500 || (status < 500 && retryAfter === '')
}

/** Retries the request as a caller does, until its response is final. */
export async function retryUntilFinal(attempt: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  const responses: ServiceResponse[] = []
  await expect
    .poll(async () => {
      responses.push(await attempt())
      return responses.at(-1)?.status
    })
    .toSatisfy(() => isFinal(responses.at(-1) as ServiceResponse))
  return responses.at(-1) as ServiceResponse
}

export async function withStore<Result>(
  installation: Installation,
  callback: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(installation)
  try {
    return await callback(store)
  } finally {
    await store.close()
  }
}

/** The owners of all open operations are treated as dead, as they would be when their leases have run out. */
export function expireLeases(installation: Installation): Promise<unknown> {
  return withStore(installation, ({ db }) => db.updateTable('operations').set({ lease_until: 0 }).execute())
}

/** As if two minutes had gone by since: some platforms may find a thing only so long after they made it. */
export function ageStepsByTwoMinutes(installation: Installation): Promise<unknown> {
  return withStore(installation, ({ db }) =>
    db
      .updateTable('operation_steps')
      .set((eb) => ({ intent_at: eb('intent_at', '-', 120_000) }))
      .execute(),
  )
}

/** The same for what one process alone had in hand, which has ended: the others keep what is theirs. */
export function ageStepsOfDeadOwner(installation: Installation, owner: string): Promise<unknown> {
  return withStore(installation, ({ db }) =>
    db.transaction().execute(async (transaction) => {
      const ownedIds = transaction.selectFrom('operations').select('id').where('owner', '=', owner)
      await transaction
        .updateTable('operation_steps')
        .set((eb) => ({ intent_at: eb('intent_at', '-', 120_000) }))
        .where('operation_id', 'in', ownedIds)
        .execute()
      await transaction.updateTable('operations').set({ lease_until: 0 }).where('owner', '=', owner).execute()
    }),
  )
}

/** The audit chain is whole and has one entry for each operation that ended, and none for another. */
export async function expectCompleteAudit(installation: Installation): Promise<void> {
  await withStore(installation, async ({ db }) => {
    const operations = await db.selectFrom('operations').select(['id', 'state']).execute()
    const entries = await db.selectFrom('audit_entries').select('operation_id').execute()
    const auditedIds = entries.map(({ operation_id }) => operation_id).filter((id) => id !== '')
    expect(operations.map(({ state }) => state)).toEqual(
      operations.map(() => expect.stringMatching(/^(SUCCEEDED|FAILED)$/)),
    )
    expect(auditedIds.sort()).toEqual(operations.map(({ id }) => id).sort())
    expect((await verifyChain(db, workspaceId)).problem).toBe('')
  })
}

/** What the platform carried out, as `campaign.create customers/1/campaigns/2`, narrowed by how it begins. */
export function listEffects({ requests }: Sandbox, prefix: string): string[] {
  return requests
    .effects()
    .map(({ kind, id }) => `${kind} ${id}`)
    .filter((effect) => effect.startsWith(prefix))
}

/** Resolves when the platform has taken in the request that an ordered fault keeps waiting. */
export async function waitUntilHeld(fault: { readonly holding: number }): Promise<void> {
  await expect.poll(() => fault.holding).toBe(1)
}

/** Campaigns of 10 a day on the social platform, none of which runs. */
export async function createPausedCampaigns(sandbox: Sandbox, count: number): Promise<string[]> {
  const { url, social } = demoAccess(sandbox.people())
  const campaignIds: string[] = []
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
    const response = await fetch(`${url}/v26.0/act_${social.adAccountId}/campaigns`, { method: 'POST', body })
    // The platform answers the id of what was made.
    const { id } = (await response.json()) as { id: string }
    campaignIds.push(id)
  }
  return campaignIds
}
