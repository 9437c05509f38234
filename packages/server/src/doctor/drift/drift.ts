// Compares the shapes of a platform's responses for one user with the shapes that this release expects.
// The report shows what changed at the platform, and contains no values of the responses.

import { type Platform, platforms } from '@adrail/contract'
import { AdminError } from '../../admin/terminal.ts'
import { type Assembly, assemble, assemblePlatforms } from '../../assembly.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { makeKeyring } from '../../encryption/keyring.ts'
import { makeLog } from '../../observability/log.ts'
import { makeMetrics } from '../../observability/metrics.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { emulate } from '../../sandboxed/emulation.ts'
import { ChangeWatch } from '../../store/changeWatch.ts'
import { listUserConnections } from '../../store/connections.ts'
import { openExistingStore } from '../../store/open.ts'
import type { Store } from '../../store/tables.ts'
import { findUser } from '../../store/users.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { resolveSandboxUrl } from '../sandboxUrl.ts'
import { loadProbes, measureDrift, type PlatformDrift } from './platformDrift.ts'
import { readRecordedShapes } from './recordedShapes.ts'
import { ResponseRecorder } from './responseRecorder.ts'

export interface DriftReport {
  readonly checkedAt: string
  readonly outcome: 'same' | 'differs' | 'breaks'
  readonly platforms: readonly PlatformDrift[]
}

export interface DriftRequest {
  /** Defaults to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>
  readonly runtime: Runtime
  readonly userId: string
  progress(activity: string): void
}

export async function findDrift(request: DriftRequest): Promise<DriftReport> {
  const { environment, runtime, userId } = request
  const config = readConfig(environment, runtime, { leavesNothing: true })
  const store = await openExistingStore(config)
  if (!store)
    throw new AdminError(
      `There is no database in ${config.dataDir} yet, so there are no users. Check DATA_DIR, or start the service.`,
    )
  try {
    const workspaceId = await findWorkspaceOfUser(store, userId)
    if (workspaceId === undefined) throw new AdminError(`No user ${userId}. Check the id.`)
    const linked = (await listUserConnections(store.db, workspaceId, [userId])).map(
      ({ platform }) => platform,
    )
    if (linked.length === 0)
      throw new AdminError(`${userId} has not linked an account. Create a link with auth/create_link.`)
    const deps = { config, store, workspaceId }
    const drifts: PlatformDrift[] = []
    for (const platform of platforms)
      if (linked.includes(platform)) drifts.push(await checkPlatformDrift(platform, deps, request))
    return { checkedAt: new Date(runtime.now()).toISOString(), outcome: toOutcome(drifts), platforms: drifts }
  } finally {
    await store.close()
  }
}

interface DriftDeps {
  readonly config: Config
  readonly store: Parameters<typeof assemble>[2]['store']
  readonly workspaceId: string
}

/** Each platform has its own `ResponseRecorder`, so that headers and responses are not mixed. */
async function checkPlatformDrift(
  platform: Platform,
  { config, store, workspaceId }: DriftDeps,
  { runtime, userId, progress }: DriftRequest,
): Promise<PlatformDrift> {
  const recorder = new ResponseRecorder()
  const platformAssembly = await assemblePlatforms(config, {
    runtime,
    metrics: makeMetrics(),
    emulation: emulate(config, resolveSandboxUrl(config)),
    onExchange: recorder.onExchange,
    onResponse: recorder.onResponse,
  })
  const assembly = assemble(config, platformAssembly, {
    store,
    keyring: makeKeyring(config.encryptionKeys, runtime),
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => config.publicUrl,
    // A new watch keeps the cache empty, so every read returns current data.
    changes: new ChangeWatch(store, runtime),
  })
  const identity = { platform, version: platformAssembly.appConfigs[platform].version }
  try {
    return {
      ...identity,
      ...(await runPlatformProbes(platform, assembly, recorder, { workspaceId, userId }, progress)),
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const skippedProbes = [{ probe: 'all', why: error.code }]
    return { ...identity, compared: 0, differences: [], unasked: skippedProbes }
  } finally {
    await assembly.close()
  }
}

async function runPlatformProbes(
  platform: Platform,
  { accounts, times }: Assembly,
  recorder: ResponseRecorder,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  progress: (activity: string) => void,
) {
  const { connector } = await accounts.connect(workspaceId, userId, platform)
  const probes = await loadProbes(platform, times[platform]())
  return await measureDrift(connector, probes, recorder, readRecordedShapes()[platform], progress)
}

function toOutcome(drifts: readonly PlatformDrift[]): DriftReport['outcome'] {
  const weights = drifts.flatMap(({ differences }) => differences.map(({ weight }) => weight))
  return weights.includes('breaks') ? 'breaks' : weights.includes('differs') ? 'differs' : 'same'
}

/** Returns the workspace of a user, or undefined when there is no such user. */
export async function findWorkspaceOfUser({ db }: Store, userId: string): Promise<string | undefined> {
  for (const { id } of await listWorkspaces(db)) if (await findUser(db, id, userId)) return id
  return undefined
}
