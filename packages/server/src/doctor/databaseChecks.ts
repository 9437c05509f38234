// Whether the database answers, takes writes, and has the schema of this release.

import { hasUsedKey } from '../base/localKey.ts'
import type { Config } from '../config/config.ts'
import { explain } from '../process/explain.ts'
import { schemaDifference } from '../store/migrate.ts'
import { DatabaseLost } from '../store/open.ts'
import type { Store } from '../store/tables.ts'
import { broken, type Finding, note, ok } from './finding.ts'

export function noDatabase({ dataDir }: Config): Finding {
  if (hasUsedKey(dataDir)) {
    const todo = 'The service does not start like this: a new database would forget every write.'
    return broken('database', 'database', new DatabaseLost(dataDir, 'missing').message, todo)
  }
  const says = `There is no database in ${dataDir} yet.`
  return note('database', 'database', says, 'Start the service once: npm start. It makes one.')
}

export function unreachable(error: unknown): Finding {
  const todo = 'Nothing of the service works without its database; /readyz answers 503 until then.'
  return broken('database', 'database', explain(error), todo)
}

export async function checkDatabase(config: Config, store: Store): Promise<Finding[]> {
  await store.ping()
  const name = config.databaseUrl === '' ? `SQLite in ${config.dataDir}` : 'PostgreSQL'
  return [await checkWrites(name, store), await checkSchema(store)]
}

async function checkWrites(name: string, store: Store): Promise<Finding> {
  try {
    await store.probe()
    return ok('database', 'database', `${name} answers and takes writes.`)
  } catch (error) {
    const todo = 'Look at the disk, at its owner, and whether the database is a read-only copy.'
    return broken('database', 'database', `${name} takes no writes: ${explain(error)}`, todo)
  }
}

async function checkSchema({ db }: Store): Promise<Finding> {
  const { missing, unknown } = await schemaDifference(db)
  if (missing.length > 0) {
    const says = `Its schema is older than this release: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`
    return broken('database', 'schema', says, 'Start the service of this release: it brings the schema up.')
  }
  if (unknown.length > 0)
    return note('database', 'schema', `Its schema is that of a newer release (${unknown.join(', ')}).`)
  return ok('database', 'schema', 'Its schema is that of this release.')
}
