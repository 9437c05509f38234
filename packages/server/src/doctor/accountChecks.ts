// Checks of linked accounts: whether the consent is valid and sufficient, and whether a read works.

import { listPermissionNames, type Platform, platforms } from '@adrail/contract'
import { type Assembly, assemble, type Outward } from '../assembly.ts'
import { ServiceError } from '../base/errors.ts'
import type { Keyring } from '../base/keyring.ts'
import { makeLog } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { endOf, missingFor } from '../linking/connectionHealth.ts'
import { isAlive } from '../linking/due.ts'
import { openTokens } from '../linking/tokenSeals.ts'
import { RefreshRefused } from '../platforms/kit/provider.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { ChangeWatch } from '../store/changeWatch.ts'
import { type ConnectionWithHealth, newestConnections } from '../store/connections.ts'
import { findCredential } from '../store/credentials.ts'
import type { Store } from '../store/tables.ts'
import { listWorkspaces } from '../store/workspaces.ts'
import { linkAgain, ofFailedRead } from './advice.ts'
import type { Examination } from './examination.ts'
import { broken, type Finding, note, ok, warning } from './finding.ts'
import type { Headers } from './platformChecks.ts'

export interface Parts {
  readonly config: Config
  readonly outward: Outward
  readonly store: Store
  readonly keyring: Keyring
  readonly headers: Headers
  /** These platforms respond and accept the app. */
  readonly reached: ReadonlySet<string>
}

const dayMs = 24 * 60 * 60 * 1000
const soonMs = 14 * dayMs

export async function checkAccounts(parts: Parts, given: Examination): Promise<Finding[]> {
  const { config, outward, store, keyring, headers, reached } = parts
  const { runtime, progress, mostAccounts } = given
  const saidOfVersions = new Map<string, Platform>()
  const assembly = assemble(config, outward, {
    store,
    keyring,
    runtime,
    log: makeLog('silent', runtime),
    publicUrl: () => config.publicUrl,
    saysOfVersion: (platform, said) => saidOfVersions.set(said, platform),
    quotaRefused() {},
    // A new watch keeps the cache empty, so every read returns current data.
    changes: new ChangeWatch(store, runtime),
  })
  const newest = await newestOfAll(store, mostAccounts + 1)
  const rows = newest.slice(0, mostAccounts)
  const findings: Finding[] = []
  for (const platform of platforms) {
    if (!reached.has(platform)) continue
    const linked = rows.filter((row) => row.platform === platform)
    let well = 0
    for (const [index, row] of linked.entries()) {
      progress(`${platform}: linked account ${index + 1} of ${linked.length}`)
      const found = await checkAccount(assembly, row, platform)
      findings.push(
        ...found.map((finding) => ({ ...finding, workspaceId: row.workspace_id, userId: row.user_id })),
      )
      if (!found.some(({ state }) => state !== 'note')) well++
    }
    findings.push(summary(platform, well, linked.length))
  }
  if (newest.length > rows.length) findings.push(unread(rows.length))
  await assembly.keeper.settle()
  return [
    ...findings,
    ...[...headers.tiers].map(ofTier),
    ...[...saidOfVersions].map(([said, platform]) =>
      warning(
        platform,
        'version',
        `The platform says of the version: ${said}`,
        'Move to a newer release of adrail.',
      ),
    ),
  ]
}

function summary(platform: Platform, well: number, count: number): Finding {
  if (count === 0)
    return note(
      platform,
      'read',
      'No account is linked yet, so that nothing was read.',
      'Link one: docs/linking.md.',
    )
  const says = `${well} of ${count} linked accounts granted all that is needed and answer a read.`
  return well === count ? ok(platform, 'read', says) : note(platform, 'read', says)
}

function unread(looked: number): Finding {
  const says = `The ${looked} accounts that were linked last were looked at, and there are more.`
  return note('configuration', 'accounts', says, `Look at more of them with: --accounts ${looked * 10}`)
}

/** Lists connections of all workspaces, most recently linked first. */
async function newestOfAll({ db }: Store, most: number): Promise<ConnectionWithHealth[]> {
  const ever = { since: 0, until: Number.MAX_SAFE_INTEGER }
  const found: ConnectionWithHealth[] = []
  for (const { id } of await listWorkspaces(db)) found.push(...(await newestConnections(db, id, ever, most)))
  return found.sort((a, b) => b.created_at - a.created_at).slice(0, most)
}

/** Returns the problems of one account. An empty list means that the account works. */
async function checkAccount(
  assembly: Assembly,
  row: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  if (!isAlive(row)) {
    const says = `The consent has ended at the platform: ${row.health_reason || row.health}.`
    return [warning(platform, 'consent', says, linkAgain)]
  }
  const findings = [...(await checkConsent(assembly, row, platform)), ...checkEnd(assembly, row, platform)]
  if (findings.some(({ check }) => check === 'consent' || check === 'vault')) return findings
  return [...findings, ...(await checkRead(assembly, row, platform))]
}

/**
 * Uses the permissions that the platform reports. If the
 * platform reports none, uses those granted at linking.
 */
async function checkConsent(
  { linking, endpoints }: Assembly,
  row: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  const credential = await findCredential(linking.store.db, row.credential_id)
  if (!credential) return []
  try {
    const tokens = openTokens(linking.vault, credential)
    const verdict = await linking.providers[platform].inspect?.(tokens)
    if (verdict && verdict.kind !== 'alive')
      return [
        verdict.kind === 'passing'
          ? note(platform, 'inspection', `The platform did not tell about the consent: ${verdict.reason}.`)
          : warning(
              platform,
              'consent',
              `The consent has ended at the platform: ${verdict.reason}.`,
              linkAgain,
            ),
      ]
    const { withoutScopes = [] } = endpoints[platform]
    return checkPermissions(platform, verdict?.scopes ?? tokens.scopes, withoutScopes)
  } catch (error) {
    if (error instanceof RefreshRefused || error instanceof UpstreamFailure)
      return [note(platform, 'inspection', `The platform did not tell about the consent: ${error.message}`)]
    if (error instanceof Error && error.message.startsWith('A secret in'))
      return [
        broken(platform, 'vault', error.message, 'Restore ENCRYPTION_KEYS, or have the user link again.'),
      ]
    throw error
  }
}

function checkPermissions(
  platform: Platform,
  granted: readonly string[],
  withoutScopes: readonly string[],
): Finding[] {
  const needed = granted.some((name) => name !== '')
    ? listPermissionNames(platform, 'needed').filter((name) => !granted.includes(name))
    : []
  const lost = missingFor(platform, granted).filter(({ permission }) => !withoutScopes.includes(permission))
  return [
    ...needed.map((name) =>
      warning(platform, 'permissions', `The consent lacks ${name}, which is needed.`, linkAgain),
    ),
    ...lost.map(({ permission, operations }) =>
      warning(
        platform,
        'permissions',
        `The consent does without ${permission}: ${operations.join(', ')} will not work.`,
        linkAgain,
      ),
    ),
  ]
}

function checkEnd({ times }: Assembly, row: ConnectionWithHealth, platform: Platform): Finding[] {
  const end = endOf(row)
  const leftMs = end === null ? Number.POSITIVE_INFINITY : end - times[platform]()
  if (leftMs > soonMs) return []
  const says = `The consent ends in ${Math.max(0, Math.floor(leftMs / dayMs))} days.`
  return [warning(platform, 'end', says, linkAgain)]
}

async function checkRead(
  { accounts }: Assembly,
  { workspace_id, user_id }: ConnectionWithHealth,
  platform: Platform,
): Promise<Finding[]> {
  try {
    await reads[platform](accounts, workspace_id, user_id)
    return []
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [ofFailedRead(platform, error)]
  }
}

type Read = (accounts: Assembly['accounts'], workspaceId: string, userId: string) => Promise<unknown>

const reads: Readonly<Record<Platform, Read>> = {
  async social(accounts, workspaceId, userId) {
    const { connector } = await accounts.connect(workspaceId, userId, 'social')
    await connector.campaigns(['ACTIVE', 'PAUSED'], undefined)
  },
  async search(accounts, workspaceId, userId) {
    const { connector } = await accounts.connect(workspaceId, userId, 'search')
    await connector.campaigns(undefined, undefined)
  },
  async pro(accounts, workspaceId, userId) {
    const { connector } = await accounts.connect(workspaceId, userId, 'pro')
    await connector.segments()
  },
}

/** https://developers.facebook.com/docs/marketing-api/overview/authorization#layers-of-access */
function ofTier(tier: string): Finding {
  if (tier !== 'development_access') return ok('social', 'tier', `The access tier is ${tier}.`)
  return note(
    'social',
    'tier',
    'The access tier is development_access: few calls, and few ad accounts.',
    "Ask for the full tier in the app's console before many users link.",
  )
}
