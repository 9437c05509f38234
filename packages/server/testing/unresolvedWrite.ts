// Creates writes whose outcome cannot be determined, for tests in which a person resolves them.

import assert from 'node:assert/strict'
import type { WriteName } from '@adrail/contract'
import { vi } from 'vitest'
import { attentionRetryMs } from '../src/journal/writeOutcome.ts'
import { createSandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

/**
 * Creates a write whose outcome the platform does not reveal for a day, and returns its id. The platform
 * keeps failing afterward.
 */
export async function createUnresolvedWrite(
  service: TestService,
  operation: WriteName & ('social/edit_campaign' | 'social/upload_video'),
  body: { readonly userId: string } & Readonly<Record<string, unknown>>,
  apiKey = service.apiKey,
): Promise<string> {
  const sandbox = createSandboxAdmin(service)
  const [sendCall, readCall] = callsByOperation[operation]
  await sandbox.injectFault({ call: sendCall, kind: 'reset', when: 'after' })
  const plannedReads = operation === 'social/edit_campaign' ? 1 : 0
  await sandbox.injectFault({
    call: readCall,
    kind: 'status',
    status: 503,
    code: '2',
    times: 10_000,
    skip: plannedReads,
  })
  const response = await service.post(operation, body, apiKey)
  const { operationId } = JSON.parse(response.text).results
  const readState = async () => {
    const { results } = await service.call('operation/get_operation', { operationId }, { apiKey })
    if (results.state !== 'NEEDS_ATTENTION') service.clock.advance(25 * 3_600_000)
    return results.state
  }
  // `assert` also works outside of tests, where `expect` is not available.
  await vi.waitFor(async () => assert.equal(await readState(), 'NEEDS_ATTENTION'), { timeout: 90_000 })
  // The attempt that found nothing may still be in progress, and the last clock step may have made another
  // one due. An attempt that was running at that moment may have missed the wake-up or stopped as stalled.
  // The next one then starts when the clock advances.
  const isIdle = async () => {
    const { db, clock } = service.app.store
    const { lease_until, next_run_at, at } = await db
      .selectFrom('operations')
      .select(['lease_until', 'next_run_at', clock.as('at')])
      .where('id', '=', operationId)
      .executeTakeFirstOrThrow()
    const isDue = lease_until > 0 || next_run_at <= service.clock.now()
    if (isDue && lease_until < at) service.clock.advance(attentionRetryMs)
    return !isDue
  }
  await vi.waitFor(async () => assert.ok(await isIdle()), { timeout: 90_000 })
  return operationId
}

const callsByOperation = {
  'social/edit_campaign': ['campaign.update', 'campaign.read'],
  'social/upload_video': ['advideos.create', 'advideos.list'],
} as const
