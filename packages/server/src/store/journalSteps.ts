// The steps of journal entries.

import { type JournalStep, toJournalStep, toStepRow } from './columnMeanings.ts'
import { stepStatesBefore } from './entryStates.ts'
import type { Db } from './tables.ts'

export type { JournalStep } from './columnMeanings.ts'

export async function listSteps(db: Db, entryId: string): Promise<JournalStep[]> {
  const rows = await db
    .selectFrom('operation_steps')
    .selectAll()
    .where('operation_id', '=', entryId)
    .orderBy('number')
    .execute()
  return rows.map(toJournalStep)
}

/** Inserts a step, or replaces the state of an earlier try. */
export async function saveStep(db: Db, step: JournalStep): Promise<void> {
  const row = toStepRow(step)
  const { state, fence, outcome, note, intent_at, settled_at } = row
  await db
    .insertInto('operation_steps')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['operation_id', 'number'])
        .doUpdateSet({ state, fence, outcome, note, intent_at, settled_at })
        .where('operation_steps.fence', '<=', fence)
        .where('operation_steps.state', 'in', stepStatesBefore(state)),
    )
    .execute()
}
