// Checks that a probe sends every read that operations send to a platform, with the same fields.

import { declarationOf, operationNames, type Platform, platforms } from '@adrail/contract'
import type { RequestRecord } from '@adrail/sandbox'
import { expect, test } from 'vitest'
import { linkExistingUser, newLinkedUser, useLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { buildWorkingBody } from '../../../testing/workingBodies.ts'
import { systemRuntime } from '../../runtime/runtime.ts'
import { findDrift } from './drift.ts'

const service = useService({ environment: { LEADS: 'on' }, sharesPlatformClock: true })
const linked = useLinkedUser(async () => {
  const userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  return userId
})

/**
 * Returns the call and the fields of a read, without ids. Returns undefined for writes and token requests.
 */
function readIn({ call, method, url, body }: RequestRecord): string | undefined {
  if (call.startsWith('oauth') || call === 'batch') return undefined
  if (call === 'googleAds:search') {
    const query = String(JSON.parse(body).query)
    return query.replace(/ (WHERE|ORDER BY|LIMIT) .*/, '')
  }
  const isRead = method === 'GET' || ['geoTargetConstants:suggest', 'generateKeywordIdeas'].includes(call)
  const fields = new URL(url, 'http://localhost').searchParams.get('fields') ?? ''
  // LinkedIn reports no reach for more than 92 days, so requests for longer periods omit the field.
  return isRead ? `${call} ${fields.replace(/,?approximateMemberReach/, '')}`.trim() : undefined
}

async function readsOf(platform: Platform, work: () => Promise<unknown>): Promise<Set<string>> {
  const sandbox = createSandboxAdmin(service, platform)
  await sandbox.clearRequests()
  await work()
  return new Set((await sandbox.requests()).flatMap((request) => readIn(request) ?? []))
}

test.each(platforms)(
  'the probes of the drift check send every read that operations send to %s',
  async (platform) => {
    const operations = operationNames.filter(
      (name) =>
        declarationOf(name).platform === platform || ['report/get_report', 'lead/list_leads'].includes(name),
    )
    const made = await readsOf(platform, async () => {
      for (const name of operations) {
        const { results } = await service.call(
          name,
          (await buildWorkingBody(name, service, linked.userId)) as never,
        )
        expect({ name, error: results.error }).toEqual({ name, error: '' })
      }
    })
    const probed = await readsOf(platform, () =>
      findDrift({
        environment: {
          DATA_DIR: service.dataDir,
          DATABASE_URL: service.databaseUrl,
          SANDBOX_URL: service.app.sandbox?.url ?? '',
        },
        runtime: { ...systemRuntime(), pause: async () => {} },
        userId: linked.userId,
        progress: () => {},
      }),
    )
    expect([...made].filter((read) => !probed.has(read)).toSorted()).toEqual([])
  },
)
