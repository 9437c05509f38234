import type { DeleteResult, UpdateResult } from 'kysely'

/** Whether the statement found anything to change or delete. */
export function foundRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  return statement
    .executeTakeFirst()
    .then((result) => ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n)
}
