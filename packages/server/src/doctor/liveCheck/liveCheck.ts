// Checks real accounts: compares the response of every read that operations make
// with the expected shape. If the operator confirms, also creates one paused
// campaign per platform. The report contains no data of the account.

import { createHash } from 'node:crypto'
import type { Platform } from '@adrail/contract'
import { AdminError, createChangeContext, withConfiguredStore } from '../../admin/terminal.ts'
import { readConfig } from '../../config/config.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { createApiKey, revokeKey } from '../../workspace/keyLifecycle.ts'
import { type DriftReport, findDrift, findWorkspaceOfUser } from '../drift/drift.ts'
import { createServiceApi, type ServiceApi } from './serviceApi.ts'
import { planTrial, runTrial, type TrialOptions, type TrialPlan, type TrialStep } from './trialCampaigns.ts'

export interface LiveCheckRequest {
  readonly environment?: Readonly<Record<string, string>>
  readonly runtime: Runtime
  readonly userId: string
  /** Without this field the check writes nothing. */
  readonly writes?: LiveCheckWrites
  progress(activity: string): void
}

export interface LiveCheckWrites {
  readonly siteUrl: string
  readonly dailyBudget: string
  /** An empty URL defaults to the service's PUBLIC_URL or port. */
  readonly serviceUrl: string
  /** The code was shown with the plan. It is empty in the run that only shows the plan. */
  readonly confirmedCode: string
}

export interface LiveCheckReport {
  readonly reads: DriftReport
  /** Absent if no writes were requested, or if they were only planned. */
  readonly writes?: readonly { readonly platform: Platform; readonly steps: readonly TrialStep[] }[]
}

/**
 * The operator has to confirm the plan. It is printed separately from
 * the report because it names objects of the account.
 */
export interface PlanToConfirm {
  readonly code: string
  readonly plans: readonly TrialPlan[]
}

export async function liveCheck(
  request: LiveCheckRequest,
): Promise<{ readonly report: LiveCheckReport; readonly planToConfirm?: PlanToConfirm }> {
  const { runtime, userId, writes, progress } = request
  const reads = await findDrift(request)
  const base = { reads }
  if (writes === undefined) return { report: base }
  const platforms = reads.platforms.map(({ platform }) => platform)
  const config = readConfig(request.environment, runtime, { leavesNothing: true })
  const serviceUrl = writes.serviceUrl || config.publicUrl || `http://localhost:${config.port}`
  const options: TrialOptions = {
    userId,
    siteUrl: writes.siteUrl,
    dailyBudget: writes.dailyBudget,
    today: new Date(runtime.now()).toISOString().slice(0, 10),
  }
  return await withTrialKey(serviceUrl, userId, runtime, async (api) => {
    const planned: { platform: Platform; plan: TrialPlan | TrialStep }[] = []
    for (const platform of platforms) {
      progress(`${platform}: plan of a paused campaign`)
      planned.push({ platform, plan: await planTrial(api, platform, options) })
    }
    const plans = planned.flatMap(({ plan }) => ('planHash' in plan ? [plan] : []))
    const code = computeConfirmationCode(plans)
    if (writes.confirmedCode !== code) return { report: base, planToConfirm: { code, plans } }
    const results: { platform: Platform; steps: readonly TrialStep[] }[] = []
    for (const { platform, plan } of planned) {
      progress(`${platform}: a paused campaign`)
      results.push({ platform, steps: 'planHash' in plan ? await runTrial(api, plan) : [plan] })
    }
    return { report: { ...base, writes: results } }
  })
}

const keyLifetimeMs = 60 * 60 * 1000

/**
 * Creates a key in the user's workspace for the duration of the check. If the
 * check is interrupted, the key expires within an hour.
 */
async function withTrialKey<Result>(
  serviceUrl: string,
  userId: string,
  runtime: Runtime,
  work: (api: ServiceApi) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined
  await withConfiguredStore(async (store) => {
    const workspaceId = await findWorkspaceOfUser(store, userId)
    if (workspaceId === undefined) throw new AdminError(`No user ${userId}. Check the id.`)
    const created = await createApiKey(createChangeContext(store, workspaceId, 'key.created'), {
      workspaceId,
      name: 'live check',
      scopes: ['read', 'write', 'spend'],
      expiresAt: runtime.now() + keyLifetimeMs,
    })
    const api = createServiceApi(serviceUrl, created.text, runtime)
    try {
      result = await work(api)
    } finally {
      await api.close()
      await revokeKey(createChangeContext(store, workspaceId, 'key.revoked'), created.key, {
        keepAdmin: false,
      })
    }
  })
  // `withConfiguredStore` returns only after its callback, or throws.
  return result as Result
}

/**
 * The code depends on every word of the plans, so that a
 * confirmation applies only to the plan that was shown.
 */
function computeConfirmationCode(plans: readonly TrialPlan[]): string {
  const hashedPlans = plans.map(({ platform, steps, body }) => ({ platform, steps, body }))
  return createHash('sha256').update(JSON.stringify(hashedPlans)).digest('hex').slice(0, 12)
}
