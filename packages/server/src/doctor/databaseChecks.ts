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
    const todo = 'The service does not start like this: a new database would forget every write.'
    return brokenFinding('database', 'database', new DatabaseLost(dataDir, 'missing').message, todo)
  }
  const description =
    databaseUrl === ''
      ? `There is no database in ${dataDir} yet.`
      : 'The PostgreSQL database has no tables of adrail yet.'
  return noteFinding(
    'database',
    'database',
    description,
    'Start the service once with npm start. It creates them.',
  )
}

export function unreachableFinding(error: unknown): Finding {
  const todo = 'Nothing of the service works without its database; /readyz answers 503 until then.'
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
    return okFinding('database', 'writes', 'No loss of writes was noticed in the last 24 hours.')
  const description = `The database lost writes, or may have (${reason}), noticed at ${new Date(lostAt ?? 0).toISOString()}. For 24 hours, creations look for their objects first.`
  const todo = 'The events database.writes_lost name the lost writes. docs/deploying.md says what to check.'
  return warningFinding('database', 'writes', description, todo)
}

async function checkReplication(store: Store): Promise<Finding[]> {
  const { count, isSynchronous } = await store.readReplication()
  if (count === 0) return []
  const servers = count === 1 ? 'one standby server' : `${count} standby servers`
  if (isSynchronous)
    return [okFinding('database', 'replication', `PostgreSQL replicates synchronously to ${servers}.`)]
  const description = `PostgreSQL replicates asynchronously to ${servers}: a failover can lose writes that were acknowledged.`
  const todo = 'Set synchronous_standby_names and leave synchronous_commit on: docs/deploying.md says why.'
  return [warningFinding('database', 'replication', description, todo)]
}

async function checkWrites(name: string, store: Store): Promise<Finding> {
  try {
    await store.probe()
    return okFinding('database', 'database', `${name} answers and takes writes.`)
  } catch (error) {
    const todo = 'Look at the disk, at its owner, and whether the database is a read-only copy.'
    return brokenFinding('database', 'database', `${name} takes no writes: ${explainFailure(error)}`, todo)
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
      'Start the service of this release: it brings the schema up.',
    )
  }
  if (unknown.length > 0)
    return noteFinding('database', 'schema', `Its schema is that of a newer release (${unknown.join(', ')}).`)
  return okFinding('database', 'schema', 'Its schema is that of this release.')
}
