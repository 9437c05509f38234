// Compares the shapes of a platform's responses for one user with the shapes that this release expects.
// The report shows what changed at the platform, and contains no values of the responses.

import { type Platform, platforms } from '@adrail/contract'
import { AdminError } from '../../admin/terminal.ts'
import { type Assembly, assemble, assembleOutward, sandboxed } from '../../assembly.ts'
import { ServiceError } from '../../base/errors.ts'
import { makeKeyring } from '../../base/keyring.ts'
import { makeLog } from '../../base/log.ts'
import { makeMetrics } from '../../base/metrics.ts'
import type { Runtime } from '../../base/runtime.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { ChangeWatch } from '../../store/changeWatch.ts'
import { connectionsOf } from '../../store/connections.ts'
import { openPresentStore } from '../../store/open.ts'
import type { Store } from '../../store/tables.ts'
import { findUser } from '../../store/users.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { sandboxUrlOf } from '../sandboxUrl.ts'
import { Lookout } from './lookout.ts'
import { driftOf, type PlatformDrift, probesAt } from './platformDrift.ts'
import { readRecorded } from './recorded.ts'

export interface DriftReport {
  readonly checkedAt: string
  readonly outcome: 'same' | 'differs' | 'breaks'
  readonly platforms: readonly PlatformDrift[]
}

export interface DriftQuestion {
  /** Defaults to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>
  readonly runtime: Runtime
  readonly userId: string
  progress(what: string): void
}

export async function findDrift(question: DriftQuestion): Promise<DriftReport> {
  const { environment, runtime, userId } = question
  const config = readConfig(environment, runtime, { leavesNothing: true })
  const store = await openPresentStore(config)
  if (!store) throw new AdminError(`There is no database in ${config.dataDir} yet, and so no user.`)
  try {
    const workspaceId = await workspaceOf(store, userId)
    if (workspaceId === undefined) throw new AdminError(`There is no user ${userId}.`)
    const linked = (await connectionsOf(store.db, workspaceId, [userId])).map(({ platform }) => platform)
    if (linked.length === 0)
      throw new AdminError(`${userId} has linked no account: auth/create_link makes a link.`)
    const parts = { config, store, workspaceId }
    const drifts: PlatformDrift[] = []
    for (const platform of platforms)
      if (linked.includes(platform)) drifts.push(await ofPlatform(platform, parts, question))
    return { checkedAt: new Date(runtime.now()).toISOString(), outcome: outcomeOf(drifts), platforms: drifts }
  } finally {
    await store.close()
  }
}

interface Parts {
  readonly config: Config
  readonly store: Parameters<typeof assemble>[2]['store']
  readonly workspaceId: string
}

/** Each platform has its own `Lookout`, so that headers and responses are not mixed. */
async function ofPlatform(
  platform: Platform,
  { config, store, workspaceId }: Parts,
  { runtime, userId, progress }: DriftQuestion,
): Promise<PlatformDrift> {
  const lookout = new Lookout()
  const outward = await assembleOutward(config, {
    runtime,
    metrics: makeMetrics(),
    sandboxUrl: sandboxed(config).length === 0 ? '' : sandboxUrlOf(config),
    onExchange: lookout.onExchange,
  })
  const assembly = assemble(config, outward, {
    store,
    keyring: makeKeyring(config.encryptionKeys, runtime),
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => config.publicUrl,
    saysOfVersion: () => {},
    quotaRefused() {},
    // A new watch keeps the cache empty, so every read returns current data.
    changes: new ChangeWatch(store, runtime),
    onAnswer: lookout.onAnswer,
  })
  const about = { platform, version: outward.endpoints[platform].version }
  try {
    return { ...about, ...(await asked(platform, assembly, lookout, { workspaceId, userId }, progress)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const unasked = [{ probe: 'all', why: error.code }]
    return { ...about, compared: 0, differences: [], unasked }
  } finally {
    await assembly.close()
  }
}

async function asked<Name extends Platform>(
  platform: Name,
  { accounts, times }: Assembly,
  lookout: Lookout,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  progress: (what: string) => void,
) {
  const { connector } = await accounts.connect(workspaceId, userId, platform)
  const probes = probesAt(times[platform]())[platform]
  return await driftOf<Name>(connector, probes, lookout, readRecorded()[platform], progress)
}

function outcomeOf(drifts: readonly PlatformDrift[]): DriftReport['outcome'] {
  const weights = drifts.flatMap(({ differences }) => differences.map(({ weight }) => weight))
  return weights.includes('breaks') ? 'breaks' : weights.includes('differs') ? 'differs' : 'same'
}

/** Returns the workspace of a user, or undefined when there is no such user. */
export async function workspaceOf({ db }: Store, userId: string): Promise<string | undefined> {
  for (const { id } of await listWorkspaces(db)) if (await findUser(db, id, userId)) return id
  return undefined
}
