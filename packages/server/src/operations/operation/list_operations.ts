import { type Body, declarationOf, operationNames, type ResultsWithoutRecord } from '@adrail/contract'
import { invalidBody } from '../../base/errors.ts'
import { timeText } from '../../base/timeText.ts'
import { type ListedEntry, newestEntries } from '../../store/journalEntries.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'

type Asked = Body<'operation/list_operations'>

export const list_operations = handler('operation/list_operations', async (asked, ctx) => {
  const { userId, states = [], since, until } = asked
  const wanted = {
    states,
    userId,
    since: since === undefined ? 0 : Date.parse(since),
    until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
  }
  const names = namesIn(asked)
  const found = await keysetPage(ctx.page, {
    size: 100,
    entryOf: ({ createdAt, id = '' }) => ({ created_at: Number(createdAt), id }),
    read: (from, limit) => newestEntries(ctx.store.db, ctx.caller.workspaceId, { ...wanted, ...from }, limit),
    nameOf: ({ created_at, id }) => ({ createdAt: String(created_at), id }),
    fits: names && (({ name }) => names.has(name)),
  })
  return { operations: found.rows.map(listed), pagination: ctx.page.around(found) }
})

/** Returns the names of the writes that match the filters, or undefined without a filter. */
function namesIn({ platform, operation }: Asked): ReadonlySet<string> | undefined {
  if (platform === undefined && operation === undefined) return undefined
  const writes = operationNames.filter((name) => declarationOf(name).effect === 'write')
  if (operation !== undefined && !writes.some((name) => name === operation))
    throw invalidBody([
      {
        field: 'operation',
        code: 'NOT_ALLOWED',
        message: 'operation must name an operation that changes something at a platform.',
      },
    ])
  return new Set(
    writes.filter(
      (name) =>
        (operation === undefined || name === operation) &&
        (platform === undefined || declarationOf(name).platform === platform),
    ),
  )
}

function listed(entry: ListedEntry): ResultsWithoutRecord<'operation/list_operations'>['operations'][number] {
  return {
    operationId: entry.id,
    operation: entry.name,
    // The journal stores only states that the contract declares.
    state: entry.state as ResultsWithoutRecord<'operation/list_operations'>['operations'][number]['state'],
    reason: entry.reason,
    userId: entry.user_id,
    userName: entry.user_name ?? '',
    createdAt: timeText(entry.created_at),
    updatedAt: timeText(entry.updated_at),
  }
}
