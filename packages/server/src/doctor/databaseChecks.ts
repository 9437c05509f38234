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
      : 'The PostgreSQL database does not contain adrail tables yet.'
  return noteFinding(
    'database',
    'database',
    description,
    'To create the database, start the service with npm start.',
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
    return okFinding('database', 'writes', 'adrail has not detected any lost writes in the last 24 hours.')
  const description = `The database lost, or may have lost, writes (${reason}). adrail detected the loss at ${new Date(lostAt ?? 0).toISOString()}. For 24 hours, before creating an object, adrail checks whether it already exists on the platform.`
  const todo =
    'The database.writes_lost events list the lost writes. For what to check, see docs/deploying.md.'
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
    const todo = 'Check the disk and its owner, and make sure that the database is not a read-only replica.'
    return brokenFinding(
      'database',
      'database',
      `${name} does not accept writes: ${explainFailure(error)}`,
      todo,
    )
  }
}

async function checkSchema({ db }: Store): Promise<Finding> {
  const { missing, unknown } = await compareSchema(db)
  if (missing.length > 0) {
    const description = `The database schema is older than this release: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`
    return brokenFinding(
      'database',
      'schema',
      description,
      'Start this release of the service. On startup, the service upgrades the schema.',
    )
  }
  if (unknown.length > 0)
    return noteFinding(
      'database',
      'schema',
      `The database schema is from a newer release (${unknown.join(', ')}).`,
    )
  return okFinding('database', 'schema', 'The database schema matches this release.')
}
