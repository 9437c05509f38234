// Checks of the database: whether it responds, accepts writes, and has the schema of this release.

import type { Config } from '../config/config.ts'
import { hasUsedKey } from '../encryption/localKey.ts'
import { explainFailure } from '../process/explainFailure.ts'
import { loadDatabaseState, parseEvidence } from '../store/databaseState.ts'
import { compareSchema } from '../store/migrate.ts'
import { DatabaseLost } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { brokenFinding, type Finding, isBroken, noteFinding, okFinding, warningFinding } from './finding.ts'

export function missingDatabaseFinding({ dataDir, databaseUrl }: Config): Finding {
  if (databaseUrl === '' && hasUsedKey(dataDir)) {
    const todo =
      'The service does not start in this state, because starting with a new database would lose all writes.'
    return brokenFinding('database', 'database', new DatabaseLost(dataDir, 'missing').message, todo)
  }
  const description =
    databaseUrl === ''
      ? `There is no database in ${dataDir} yet.`
      : 'The PostgreSQL database contains no tables of adrail yet.'
  return noteFinding(
    'database',
    'database',
    description,
    'Start the service once with npm start. The service creates the database.',
  )
}

export function unreachableFinding(error: unknown): Finding {
  const todo = 'Fix the database. Until then, the service does not work and /readyz returns 503.'
  return brokenFinding('database', 'database', explainFailure(error), todo)
}

export async function checkDatabase(config: Config, store: Store): Promise<Finding[]> {
  await store.ping()
  const name = config.databaseUrl === '' ? `SQLite in ${config.dataDir}` : 'PostgreSQL'
  const schema = await checkSchema(store)
  const findings = [await checkWrites(name, store), schema]
  if (!isBroken(schema)) findings.push(await checkLosses(store))
  return [...findings, ...(await checkReplication(store))]
}

async function checkLosses(store: Store): Promise<Finding> {
  const { evidence, lost_at: lostAt, reason } = await loadDatabaseState(store)
  if (parseEvidence(evidence).msSinceLoss === undefined)
    return okFinding('database', 'writes', 'adrail detected no loss of writes in the last 24 hours.')
  const description = `The database lost, or may have lost, writes (${reason}). Detected at ${new Date(lostAt ?? 0).toISOString()}. For 24 hours, before adrail creates an object, it checks whether the object already exists on the platform.`
  const todo = 'The events database.writes_lost name the lost writes. For the checks, see docs/deploying.md.'
  return warningFinding('database', 'writes', description, todo)
}

async function checkReplication(store: Store): Promise<Finding[]> {
  const { count, isSynchronous } = await store.readReplication()
  if (count === 0) return []
  const servers = count === 1 ? 'one standby server' : `${count} standby servers`
  if (isSynchronous)
    return [okFinding('database', 'replication', `PostgreSQL replicates synchronously to ${servers}.`)]
  const description = `PostgreSQL replicates asynchronously to ${servers}: a failover can lose writes that were acknowledged.`
  const todo =
    'Set synchronous_standby_names, and leave synchronous_commit on. For the reason, see docs/deploying.md.'
  return [warningFinding('database', 'replication', description, todo)]
}

async function checkWrites(name: string, store: Store): Promise<Finding> {
  try {
    await store.probe()
    return okFinding('database', 'database', `${name} responds and accepts writes.`)
  } catch (error) {
    const todo = 'Check the disk, its owner, and whether the database is a read-only replica.'
    return brokenFinding('database', 'database', `${name} accepts no writes: ${explainFailure(error)}`, todo)
  }
}

async function checkSchema({ db }: Store): Promise<Finding> {
  const { missing, unknown } = await compareSchema(db)
  if (missing.length > 0) {
    const description = `Its schema is older than this release: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`
    return brokenFinding(
      'database',
      'schema',
      description,
      'Start the service of this release. At startup, it upgrades the schema.',
    )
  }
  if (unknown.length > 0)
    return noteFinding('database', 'schema', `Its schema belongs to a newer release (${unknown.join(', ')}).`)
  return okFinding('database', 'schema', 'Its schema matches this release.')
}
