// Writes that nobody can find out about, for tests of what a person says of them.

import assert from 'node:assert/strict'
import type { WriteName } from '@adrail/contract'
import { vi } from 'vitest'
import { attentionRetryMs } from '../src/journal/ending.ts'
import { createSandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'

/** A write of a linked user whose outcome the platform did not tell for a day; its id. The platform stays ill. */
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
  // Also outside of tests, where nothing can be expected.
  await vi.waitFor(async () => assert.equal(await readState(), 'NEEDS_ATTENTION'), { timeout: 90_000 })
  // The look that found nothing may still be under way, and the last turn of the clock may have called for another one. One that
  // was under way just then may have missed the call, or have given up as one that stood still: the next comes when the clock
  // goes on.
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
