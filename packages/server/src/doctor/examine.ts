// Examines a deployment from its configuration to its linked accounts, in a process
// next to the running service. The doctor changes nothing except what a request would
// change: `TokenKeeper` refreshes a due token under its lease.

import { platforms } from '@adrail/contract'
import { assembleOutward, type Outward, sandboxed } from '../assembly.ts'
import { makeKeyring } from '../base/keyring.ts'
import { makeMetrics } from '../base/metrics.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { hasSchema } from '../store/migrate.ts'
import { openPresentStore } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { checkAccounts } from './accountChecks.ts'
import { checkDatabase, noDatabase, unreachable } from './databaseChecks.ts'
import type { Examination } from './examination.ts'
import { broken, type Finding, isBroken, ok, type Report, reportOf, warning } from './finding.ts'
import { checkKeys } from './keyChecks.ts'
import { checkClock, checkHosts, checkPlatform, checkService, Headers } from './platformChecks.ts'
import { sandboxUrlOf } from './sandboxUrl.ts'
import { checkSecrets } from './secretChecks.ts'

export async function examine(given: Examination): Promise<Report> {
  const { runtime, progress } = given
  const findings: Finding[] = []
  progress('configuration')
  const config = readOnly(given, findings)
  if (config) await examineWith(config, given, findings)
  return reportOf(findings, runtime.now())
}

function readOnly({ environment, runtime }: Examination, findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(environment, runtime, { leavesNothing: true })
    findings.push(ok('configuration', 'configuration', modesOf(config)))
    const todo = 'Correct its name, or remove it: docs/configuration.md lists every setting.'
    findings.push(
      ...config.unknownSettings.map((problem) => warning('configuration', 'unknown settings', problem, todo)),
    )
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const todo = 'docs/configuration.md explains every variable. The service does not start like this.'
    findings.push(...error.problems.map((problem) => broken('configuration', 'configuration', problem, todo)))
    return undefined
  }
}

async function examineWith(config: Config, given: Examination, findings: Finding[]): Promise<void> {
  const { runtime, progress } = given
  const keyring = makeKeyring(config.encryptionKeys, runtime)
  progress('database')
  const store = await openStoreIn(config, findings)
  const headers = new Headers(runtime)
  const outward = await assembleOutward(config, {
    runtime,
    metrics: makeMetrics(),
    sandboxUrl: sandboxed(config).length === 0 ? '' : sandboxUrlOf(config),
    onExchange: headers.take,
  })
  try {
    findings.push(...(await checkService(config, runtime)))
    progress('secrets')
    findings.push(...(await checkSecrets(keyring, store)))
    const reached = await examinePlatforms(config, outward, given, findings)
    // SQLite has no clock of its own, so the check would compare the machine's clock with itself.
    const shared = config.databaseUrl === '' ? undefined : store
    findings.push(...(await checkClock(headers, runtime, shared)))
    if (store) {
      const parts = { config, outward, store, keyring, headers, reached }
      findings.push(...(await checkAccounts(parts, given)), ...(await checkKeys(store, runtime.now())))
    }
  } finally {
    await outward.upstream.close()
    await store?.close()
  }
}

async function openStoreIn(config: Config, findings: Finding[]): Promise<Store | undefined> {
  const store = await openPresentStore(config)
  if (!store) {
    findings.push(noDatabase(config))
    return undefined
  }
  let hasTables = false
  try {
    hasTables = await hasSchema(store.db)
    findings.push(...(hasTables ? await checkDatabase(config, store) : [noDatabase(config)]))
  } catch (error) {
    findings.push(unreachable(error))
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
  outward: Outward,
  { progress }: Examination,
  findings: Finding[],
): Promise<ReadonlySet<string>> {
  const reached = new Set<string>()
  for (const platform of platforms) {
    progress(`${platform}: hosts`)
    const hosts = await checkHosts(platform, outward)
    findings.push(...hosts)
    if (hosts.some(isBroken)) continue
    progress(`${platform}: app, redirect address, version`)
    const found = await checkPlatform(platform, config, outward)
    findings.push(...found)
    if (!found.some(({ check, state }) => check === 'app' && state === 'broken')) reached.add(platform)
  }
  return reached
}

function modesOf(config: Config): string {
  const modes = platforms.map((platform) => `${platform} ${config.platforms[platform].mode}`)
  return `Every variable can be read: ${modes.join(', ')}.`
}
