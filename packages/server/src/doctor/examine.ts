// Examines a deployment from its configuration to its linked accounts, in a process
// next to the running service. The doctor changes nothing except what a request would
// change: `TokenRefresher` refreshes a due token under its lease.

import { type Platform, platforms } from '@adrail/contract'
import { assemblePlatforms, type PlatformAssembly } from '../assembly.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { makeKeyring } from '../encryption/keyring.ts'
import { makeMetrics } from '../observability/metrics.ts'
import { emulate } from '../sandboxed/emulation.ts'
import { hasSchema } from '../store/migrate.ts'
import { openExistingStore } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { checkAccounts } from './accountChecks.ts'
import { checkDatabase, missingDatabaseFinding, unreachableFinding } from './databaseChecks.ts'
import type { ExaminationRequest } from './examinationRequest.ts'
import {
  brokenFinding,
  buildReport,
  type DoctorReport,
  type Finding,
  isBroken,
  okFinding,
  warningFinding,
} from './finding.ts'
import { checkKeys } from './keyChecks.ts'
import { checkClock, checkHosts, checkPlatform, checkService, HeaderCollector } from './platformChecks.ts'
import { resolveSandboxUrl } from './sandboxUrl.ts'
import { checkSecrets } from './secretChecks.ts'

export async function examine(request: ExaminationRequest): Promise<DoctorReport> {
  const { runtime, progress } = request
  const findings: Finding[] = []
  progress('configuration')
  const config = loadConfig(request, findings)
  if (config) await runChecks(config, request, findings)
  return buildReport(findings, runtime.now())
}

function loadConfig({ environment, runtime }: ExaminationRequest, findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(environment, runtime, { leavesNothing: true })
    findings.push(okFinding('configuration', 'configuration', describeModes(config)))
    const todo = 'Correct or remove the variable. For a list of all variables, see docs/configuration.md.'
    findings.push(
      ...config.unknownSettings.map((problem) =>
        warningFinding('configuration', 'unknown settings', problem, todo),
      ),
    )
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const todo =
      'Fix the variable. Otherwise, the service does not start. For a description of all variables, see docs/configuration.md.'
    findings.push(
      ...error.problems.map((problem) => brokenFinding('configuration', 'configuration', problem, todo)),
    )
    return undefined
  }
}

async function runChecks(config: Config, request: ExaminationRequest, findings: Finding[]): Promise<void> {
  const { runtime, progress } = request
  const keyring = makeKeyring(config.encryptionKeys, runtime)
  progress('database')
  const store = await openCheckedStore(config, findings)
  const headers = new HeaderCollector(runtime)
  const versionNotices = new Map<string, Platform>()
  const platformAssembly = await assemblePlatforms(config, {
    runtime,
    metrics: makeMetrics(),
    emulation: emulate(config, resolveSandboxUrl(config)),
    onExchange: headers.record,
    onVersionNotice: (platform, notice) => versionNotices.set(notice, platform),
  })
  try {
    findings.push(...(await checkService(config, runtime)))
    progress('secrets')
    findings.push(...(await checkSecrets(keyring, store)))
    const reachablePlatforms = await examinePlatforms(config, platformAssembly, request, findings)
    // SQLite has no clock of its own, so the check would compare the machine's clock with itself.
    const serverStore = config.databaseUrl === '' ? undefined : store
    findings.push(...(await checkClock(headers, runtime, serverStore)))
    if (store) {
      const deps = { config, platformAssembly, store, keyring, headers, versionNotices, reachablePlatforms }
      findings.push(...(await checkAccounts(deps, request)), ...(await checkKeys(store, runtime.now())))
    }
  } finally {
    await platformAssembly.upstream.close()
    await store?.close()
  }
}

async function openCheckedStore(config: Config, findings: Finding[]): Promise<Store | undefined> {
  const store = await openExistingStore(config)
  if (!store) {
    findings.push(missingDatabaseFinding(config))
    return undefined
  }
  let hasTables = false
  try {
    hasTables = await hasSchema(store.db)
    findings.push(...(hasTables ? await checkDatabase(config, store) : [missingDatabaseFinding(config)]))
  } catch (error) {
    findings.push(unreachableFinding(error))
  }
  if (hasTables && !findings.some(isBroken)) return store
  // A faulty schema makes reading stored data unsafe.
  await store.close()
  return undefined
}

/**
 * Returns the platforms that respond and accept the app. Only there do checks of linked accounts make sense.
 */
async function examinePlatforms(
  config: Config,
  platformAssembly: PlatformAssembly,
  { progress }: ExaminationRequest,
  findings: Finding[],
): Promise<ReadonlySet<string>> {
  const reachable = new Set<string>()
  for (const platform of platforms) {
    progress(`${platform}: hosts`)
    const hosts = await checkHosts(platform, platformAssembly)
    findings.push(...hosts)
    if (hosts.some(isBroken)) continue
    progress(`${platform}: app, redirect address, version`)
    const appFindings = await checkPlatform(platform, config, platformAssembly)
    findings.push(...appFindings)
    if (!appFindings.some(({ check, state }) => check === 'app' && state === 'broken'))
      reachable.add(platform)
  }
  return reachable
}

function describeModes(config: Config): string {
  const modes = platforms.map((platform) => `${platform} ${config.platforms[platform].mode}`)
  return `All variables are valid: ${modes.join(', ')}.`
}
