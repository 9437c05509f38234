// Fixtures for tests that kill, stop and disconnect whole processes of the service. The sandbox keeps running
// and records what the processes did.

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

/** User and workspace of the demo, which every process shares. */
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
  /** Starts a process of this installation with additional settings. */
  start(
    settings?: EnvironmentVariables,
  ): Promise<{ readonly service: ServiceProcess; readonly send: SendRequest }>
  /** Runs an admin command, such as `audit verify`. */
  admin(...args: string[]): ReturnType<Processes['admin']>
}

/** Starts a sandbox without log output that is closed at the end of the test. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ log: () => {}, variation: inject('variationSeed'), ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Returns a function that creates a sandbox and an installation for processes that share both. */
export function useServiceFixtures(): (databaseUrl?: string) => Promise<ServiceFixture> {
  const { newInstallation, start: startProcess, admin } = useProcesses()
  return async (databaseUrl) => {
    // The tests check all requests that the sandbox received.
    const sandbox = await startTestSandbox({ ledgerCapacity: 1_000_000 })
    const installation = await newInstallation(databaseUrl)
    const environment = {
      SANDBOX_URL: sandbox.url,
      ...noLimits,
      // Injected faults must meet only writes, not background jobs.
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

/** Returns a function that sends requests to the service at this URL until the end of the test. */
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
  // Every response of the service is an envelope.
  const { results } = (await response.body.json()) as { results: ServiceResponse['results'] }
  return {
    status: response.statusCode,
    code: String(results['code'] ?? ''),
    retryAfter: String(response.headers['retry-after'] ?? ''),
    replayed: response.headers['idempotency-replayed'] === 'true',
    results,
  }
}

/**
 * True when a caller would not retry. A 500 is a bug in adrail and counts as final, so no test retries it.
 */
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

/** Expires all leases, so the owners of open operations count as dead. */
export function expireLeases(installation: Installation): Promise<unknown> {
  return withStore(installation, ({ db }) => db.updateTable('operations').set({ lease_until: 0 }).execute())
}

/** Backdates all steps by two minutes. Some platforms find a new object only after that time. */
export function ageStepsByTwoMinutes(installation: Installation): Promise<unknown> {
  return withStore(installation, ({ db }) =>
    db
      .updateTable('operation_steps')
      .set((eb) => ({ intent_at: eb('intent_at', '-', 120_000) }))
      .execute(),
  )
}

/** Backdates the steps of one dead process and expires its leases. Other processes keep theirs. */
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

/** Expects an intact audit chain with exactly one entry for each ended operation. */
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

/**
 * Lists the platform's changes, such as `campaign.create customers/1/campaigns/2`, that begin with the
 * prefix.
 */
export function listEffects({ requests }: Sandbox, prefix: string): string[] {
  return requests
    .effects()
    .map(({ kind, id }) => `${kind} ${id}`)
    .filter((effect) => effect.startsWith(prefix))
}

/** Resolves when the injected stall holds a request. */
export async function waitUntilHeld(fault: { readonly holding: number }): Promise<void> {
  await expect.poll(() => fault.holding).toBe(1)
}

/** Creates paused campaigns with 10 a day on the social platform. */
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
    // The platform returns the id of the created campaign.
    const { id } = (await response.json()) as { id: string }
    campaignIds.push(id)
  }
  return campaignIds
}
