// Checks of linked accounts: whether the consent is valid and sufficient, and whether a read works.

import { listPermissionNames, type Platform, platforms } from '@adrail/contract'
import { type Assembly, assemble, type PlatformAssembly } from '../assembly.ts'
import type { Config } from '../config/config.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { findMissingPermissions, getConsentExpiry } from '../linking/connectionHealth.ts'
import { isAlive } from '../linking/credentialSchedule.ts'
import { decryptTokens } from '../linking/tokenEncryption.ts'
import { makeLog } from '../observability/log.ts'
import { type AppConfig, TokenRequestError } from '../platforms/connector-kit/provider.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { definitionOf } from '../platforms/index.ts'
import { dayMs } from '../runtime/durations.ts'
import { ServiceError } from '../runtime/errors.ts'
import { ChangeWatch } from '../store/changeWatch.ts'
import { type ConnectionWithHealth, listNewestConnections } from '../store/connections.ts'
import { findCredential } from '../store/credentials.ts'
import type { Store } from '../store/tables.ts'
import { listWorkspaces } from '../store/workspaces.ts'
import { failedReadFinding, relinkAdvice } from './advice.ts'
import type { ExaminationRequest } from './examinationRequest.ts'
import { brokenFinding, type Finding, noteFinding, okFinding, warningFinding } from './finding.ts'
import type { HeaderCollector } from './platformChecks.ts'

export interface AccountCheckDeps {
  readonly config: Config
  readonly platformAssembly: PlatformAssembly
  readonly store: Store
  readonly keyring: Keyring
  readonly headers: HeaderCollector
  /** Notices of platforms about the requested API version. */
  readonly versionNotices: ReadonlyMap<string, Platform>
  /** These platforms respond and accept the app. */
  readonly reachablePlatforms: ReadonlySet<string>
}

const expiryWarningMs = 14 * dayMs

export async function checkAccounts(deps: AccountCheckDeps, request: ExaminationRequest): Promise<Finding[]> {
  const { config, platformAssembly, store, keyring, headers, versionNotices, reachablePlatforms } = deps
  const { runtime, progress, maxAccounts } = request
  const assembly = assemble(config, platformAssembly, {
    store,
    keyring,
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => config.publicUrl,
    // A new watch keeps the cache empty, so every read returns current data.
    changes: new ChangeWatch(store, runtime),
  })
  const newest = await listNewest(store, maxAccounts + 1)
  const rows = newest.slice(0, maxAccounts)
  const findings: Finding[] = []
  for (const platform of platforms) {
    if (!reachablePlatforms.has(platform)) continue
    const linked = rows.filter((row) => row.platform === platform)
    let healthyCount = 0
    for (const [index, row] of linked.entries()) {
      progress(`${platform}: linked account ${index + 1} of ${linked.length}`)
      const problems = await checkAccount(assembly, row, platform)
      findings.push(
        ...problems.map((finding) => ({ ...finding, workspaceId: row.workspace_id, userId: row.user_id })),
      )
      if (!problems.some(({ state }) => state !== 'note')) healthyCount++
    }
    findings.push(summary(platform, healthyCount, linked.length))
  }
  if (newest.length > rows.length) findings.push(uncheckedNote(rows.length))
  await assembly.tokenRefresher.drain()
  return [
    ...findings,
    ...platforms.flatMap((platform) => checkAccessTiers(platform, headers)),
    ...[...versionNotices].map(([notice, platform]) =>
      warningFinding(
        platform,
        'version',
        `The platform returned a notice about the API version: ${notice}`,
        'Upgrade adrail.',
      ),
    ),
  ]
}

function summary(platform: Platform, healthyCount: number, count: number): Finding {
  if (count === 0)
    return noteFinding(
      platform,
      'read',
      'No account is linked yet, so the doctor had no account to read.',
      'To link an account, see docs/linking.md.',
    )
  const description = `${healthyCount} of ${count} linked accounts have all required permissions and respond to a read.`
  return healthyCount === count
    ? okFinding(platform, 'read', description)
    : noteFinding(platform, 'read', description)
}

function uncheckedNote(checkedCount: number): Finding {
  const description = `The doctor checked only the ${checkedCount} newest linked accounts.`
  return noteFinding(
    'configuration',
    'accounts',
    description,
    `To check more accounts, add: --accounts ${checkedCount * 10}`,
  )
}

/** Lists connections of all workspaces, most recently linked first. */
async function listNewest({ db }: Store, limit: number): Promise<ConnectionWithHealth[]> {
  const allTime = { since: 0, until: Number.MAX_SAFE_INTEGER }
  const connections: ConnectionWithHealth[] = []
  for (const { id } of await listWorkspaces(db))
    connections.push(...(await listNewestConnections(db, id, allTime, limit)))
  return connections.sort((a, b) => b.created_at - a.created_at).slice(0, limit)
}

/** Returns the problems of one account. An empty list means that the account works. */
async function checkAccount(
  assembly: Assembly,
  row: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  if (!isAlive(row)) {
    const description = `The consent is no longer valid on the platform: ${row.health_reason || row.health}.`
    return [warningFinding(platform, 'consent', description, relinkAdvice)]
  }
  const findings = [...(await checkConsent(assembly, row, platform)), ...checkExpiry(assembly, row, platform)]
  if (findings.some(({ check }) => check === 'consent' || check === 'vault')) return findings
  return [...findings, ...(await checkRead(assembly, row, platform))]
}

/**
 * Uses the permissions that the platform reports. If the
 * platform reports none, uses those granted at linking.
 */
async function checkConsent(
  { linking, appConfigs }: Assembly,
  row: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  const credential = await findCredential(linking.store.db, row.credential_id)
  if (!credential) return []
  try {
    const tokens = decryptTokens(linking.vault, credential)
    const verdict = await linking.providers[platform].inspect?.(tokens)
    if (verdict && verdict.kind !== 'alive')
      return [
        verdict.kind === 'transient'
          ? noteFinding(
              platform,
              'inspection',
              `The platform did not return information about the consent: ${verdict.reason}.`,
            )
          : warningFinding(
              platform,
              'consent',
              `The consent is no longer valid on the platform: ${verdict.reason}.`,
              relinkAdvice,
            ),
      ]
    const { excludedScopes = [] }: AppConfig = appConfigs[platform]
    return checkPermissions(platform, verdict?.scopes ?? tokens.scopes, excludedScopes)
  } catch (error) {
    if (error instanceof TokenRequestError || error instanceof UpstreamFailure)
      return [
        noteFinding(
          platform,
          'inspection',
          `The platform did not return information about the consent: ${error.message}`,
        ),
      ]
    if (error instanceof Error && error.message.startsWith('A secret in'))
      return [
        brokenFinding(
          platform,
          'vault',
          error.message,
          'Restore ENCRYPTION_KEYS, or send the user a new link.',
        ),
      ]
    throw error
  }
}

function checkPermissions(
  platform: Platform,
  granted: readonly string[],
  excludedScopes: readonly string[],
): Finding[] {
  const missingNeededNames = granted.some((name) => name !== '')
    ? listPermissionNames(platform, 'needed').filter((name) => !granted.includes(name))
    : []
  const missingPermissions = findMissingPermissions(platform, granted).filter(
    ({ permission }) => !excludedScopes.includes(permission),
  )
  return [
    ...missingNeededNames.map((name) =>
      warningFinding(
        platform,
        'permissions',
        `The consent lacks the required permission ${name}.`,
        relinkAdvice,
      ),
    ),
    ...missingPermissions.map(({ permission, operations }) =>
      warningFinding(
        platform,
        'permissions',
        `The consent lacks ${permission}, so these operations do not work: ${operations.join(', ')}.`,
        relinkAdvice,
      ),
    ),
  ]
}

function checkExpiry({ times }: Assembly, row: ConnectionWithHealth, platform: Platform): Finding[] {
  const expiresAt = getConsentExpiry(row)
  const remainingMs = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - times[platform]()
  if (remainingMs > expiryWarningMs) return []
  const description = `The consent expires in ${Math.max(0, Math.floor(remainingMs / dayMs))} days.`
  return [warningFinding(platform, 'end', description, relinkAdvice)]
}

async function checkRead(
  { accounts }: Assembly,
  { workspace_id, user_id }: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  try {
    const { connector } = await accounts.connect(workspace_id, user_id, platform)
    const { checkRead } = await definitionOf(platform).loadDoctorChecks()
    await checkRead(connector)
    return []
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [failedReadFinding(platform, error)]
  }
}

function checkAccessTiers(platform: Platform, headers: HeaderCollector): Finding[] {
  const { accessTiers } = definitionOf(platform)
  return headers.listAccessTiers(platform).map((tier) => {
    if (accessTiers?.limitedTier !== tier) return okFinding(platform, 'tier', `The access tier is ${tier}.`)
    return noteFinding(
      platform,
      'tier',
      `The access tier is ${tier}: ${accessTiers.limits}.`,
      "Request the full tier in the app's console before many users link accounts.",
    )
  })
}
