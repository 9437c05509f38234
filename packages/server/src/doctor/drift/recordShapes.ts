// Records the shapes of the sandbox's responses: runs every probe for every sandbox person with data.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, platforms } from '@adrail/contract'
import { type App, startApp } from '../../app.ts'
import { assemble, assembleOutward } from '../../assembly.ts'
import { makeLog } from '../../base/log.ts'
import { makeMetrics } from '../../base/metrics.ts'
import { makeId, systemRuntime } from '../../base/runtime.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { linkPerson, type WantedLink } from '../../demo/linkPerson.ts'
import { nameOf } from '../../platforms/kit/names.ts'
import { insertUser } from '../../store/users.ts'
import { insertWorkspace } from '../../store/workspaces.ts'
import { Lookout } from './lookout.ts'
import { type ProbesOf, probesAt } from './platformDrift.ts'
import { type Recorded, type RecordedPlatform, recordOf } from './recorded.ts'

const people = ['ada', 'ben', 'otto', 'agnes', 'greta', 'yuki']
/** A fixed clock makes the sandbox produce the same metrics every time. */
const clock = '2026-11-15T12:00:00Z'
const runtime = systemRuntime()

/** Returns one JSON document. */
export async function sandboxShapes(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adrail-shapes-'))
  const environment = { PORT: '0', SANDBOX_PORT: '0', METRICS_PORT: 'off', DATA_DIR: dataDir }
  const config = readConfig(environment, runtime)
  const app = await startApp(config, runtime, makeLog('silent', runtime), { sandbox: { clock } })
  try {
    const recorded: Partial<Record<Platform, RecordedPlatform>> = {}
    for (const platform of platforms) recorded[platform] = await record(platform, app, config)
    return `${JSON.stringify(recorded satisfies Partial<Recorded>, null, 1)}\n`
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function record(platform: Platform, app: App, config: Config): Promise<RecordedPlatform> {
  const { keyring } = app.service
  const lookout = new Lookout()
  const sandboxUrl = app.sandbox?.url ?? ''
  const ground = {
    store: app.store,
    keyring,
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => app.url,
    saysOfVersion: () => {},
    quotaRefused() {},
    changes: app.changes,
    onAnswer: lookout.onAnswer,
  }
  let common: readonly string[] | undefined
  for (const choice of choices(app, platform)) {
    const outward = await assembleOutward(config, {
      runtime,
      metrics: makeMetrics(),
      sandboxUrl,
      onExchange: lookout.onExchange,
    })
    const assembly = assemble(config, outward, ground)
    const { workspaceId, userId } = await newUser(app)
    const linked = { workspaceId, userId, platform: nameOf(platform), ...choice }
    await linkPerson(app.service.linking, app.upstream, linked)
    // Reading leads registers the lead notifications, which a probe reads. The
    // registration must not happen later or during the probes.
    await app.service.leads.sources(workspaceId, userId)
    const probes = probesAt(assembly.times[platform]())
    lookout.headers.clear()
    await runProbes(platform, assembly.accounts, lookout, probes, linked)
    common = (common ?? [...lookout.headers]).filter((name) => lookout.headers.has(name))
    await assembly.close()
  }
  return recordOf(lookout, common ?? [])
}

/** The demo's account comes first, then the first account of each person. */
function choices(
  { sandbox }: App,
  platform: Platform,
): Pick<WantedLink, 'person' | 'accountId' | 'pageId'>[] {
  const first = people.map((person) => ({ person, accountId: '', pageId: '' }))
  if (!sandbox) return first
  const { social, search, pro } = sandbox
  const accountId = { social: social.adAccountId, search: search.customerId, pro: pro.accountId }[platform]
  return [{ person: 'ada', accountId, pageId: platform === 'social' ? social.pageId : '' }, ...first]
}

async function runProbes<Name extends Platform>(
  platform: Name,
  accounts: ReturnType<typeof assemble>['accounts'],
  lookout: Lookout,
  probes: ProbesOf,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  const { connector } = await accounts.connect(workspaceId, userId, platform)
  await lookout.run<Name>(connector, probes[platform], () => {})
}

async function newUser({ store }: App): Promise<{ workspaceId: string; userId: string }> {
  const [workspaceId, userId] = [makeId('ws', runtime), makeId('usr', runtime)]
  const created_at = runtime.now()
  await insertWorkspace(store.db, { id: workspaceId, name: 'Shapes', created_at })
  const user = {
    id: userId,
    workspace_id: workspaceId,
    name: 'Shapes',
    email: '',
    external_id: '',
    created_at,
  }
  await insertUser(store.db, user)
  return { workspaceId, userId }
}
