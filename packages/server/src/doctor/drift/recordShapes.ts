// Records the shapes of the sandbox's responses: runs every probe for every sandbox person with an account.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, platforms } from '@adrail/contract'
import { type App, startApp } from '../../app.ts'
import { assemble, assemblePlatforms } from '../../assembly.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { demoLinks } from '../../demo/demoLinks.ts'
import { linkSandboxPerson, type PersonLinkRequest } from '../../demo/linkSandboxPerson.ts'
import { makeLog } from '../../observability/log.ts'
import { makeMetrics } from '../../observability/metrics.ts'
import { toLinkPlatform } from '../../platforms/connector-kit/platformNames.ts'
import { makeId, systemRuntime } from '../../runtime/runtime.ts'
import { emulate } from '../../sandboxed/emulation.ts'
import { insertUser } from '../../store/users.ts'
import { insertWorkspace } from '../../store/workspaces.ts'
import { loadProbes } from './platformDrift.ts'
import { type RecordedPlatform, type RecordedShapes, toRecordedPlatform } from './recordedShapes.ts'
import { ResponseRecorder } from './responseRecorder.ts'

/** A fixed clock makes the sandbox produce the same metrics every time. */
const clock = '2026-11-15T12:00:00Z'
const runtime = systemRuntime()

/** Returns one JSON document. */
export async function recordSandboxShapes(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adrail-shapes-'))
  const environment = { PORT: '0', SANDBOX_PORT: '0', METRICS_PORT: 'off', DATA_DIR: dataDir }
  const config = readConfig(environment, runtime)
  const app = await startApp(config, runtime, makeLog('silent', runtime), { sandbox: { clock } })
  try {
    const recorded: Partial<Record<Platform, RecordedPlatform>> = {}
    for (const platform of platforms) recorded[platform] = await recordPlatform(platform, app, config)
    return `${JSON.stringify(recorded satisfies Partial<RecordedShapes>, null, 1)}\n`
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function recordPlatform(platform: Platform, app: App, config: Config): Promise<RecordedPlatform> {
  const { keyring } = app.service
  const recorder = new ResponseRecorder()
  const sandboxUrl = app.sandbox?.url ?? ''
  const assemblyDeps = {
    store: app.store,
    keyring,
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => app.url,
    changes: app.changes,
  }
  let commonHeaders: readonly string[] | undefined
  const linkPlatform = toLinkPlatform(platform)
  for (const choice of listChoices(platform, app)) {
    const outward = await assemblePlatforms(config, {
      runtime,
      metrics: makeMetrics(),
      emulation: emulate(config, sandboxUrl),
      onExchange: recorder.onExchange,
      onResponse: recorder.onResponse,
    })
    const assembly = assemble(config, outward, assemblyDeps)
    const { workspaceId, userId } = await newUser(app)
    const linkRequest = { ...choice, workspaceId, userId, platform: linkPlatform }
    await linkSandboxPerson(app.service.linking, app.upstream, linkRequest)
    // Reading leads registers the lead notifications, which a probe reads. The
    // registration must not happen later or during the probes.
    await app.service.leads.loadSources(workspaceId, userId)
    const probes = await loadProbes(platform, assembly.times[platform]())
    recorder.headers.clear()
    const { connector } = await assembly.accounts.connect(workspaceId, userId, platform)
    await recorder.run(connector, probes, () => {})
    commonHeaders = (commonHeaders ?? [...recorder.headers]).filter((name) => recorder.headers.has(name))
    await assembly.close()
  }
  return toRecordedPlatform(recorder, commonHeaders ?? [])
}

/** The demo's account comes first, then the first account of each person. */
function listChoices(
  platform: Platform,
  { embeddedSandbox }: App,
): Pick<PersonLinkRequest, 'person' | 'accountId' | 'pageId'>[] {
  const linkPlatform = toLinkPlatform(platform)
  const demoChoices = demoLinks.filter((link) => link.platform === linkPlatform && link.accountId !== '')
  const people = embeddedSandbox?.people().people ?? []
  const peopleWithAccounts = people.filter((person) => person[platform].accounts.length > 0)
  return [
    ...demoChoices,
    ...peopleWithAccounts.map(({ key }) => ({ person: key, accountId: '', pageId: '' })),
  ]
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
