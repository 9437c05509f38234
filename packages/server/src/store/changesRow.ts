import type { DeleteResult, UpdateResult } from 'kysely'

/** Executes a statement and returns whether it changed or deleted a row. */
export function changesRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  return statement
    .executeTakeFirst()
    .then((result) => ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n)
}
