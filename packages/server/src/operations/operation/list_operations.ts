import { type Body, declarationOf, type HandlerOutput, operationNames } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { type ListedEntry, listNewestEntries } from '../../store/entryLists.ts'

type ListOperationsBody = Body<'operation/list_operations'>

export const list_operations = handler('operation/list_operations', async (body, ctx) => {
  const { userId, states = [], since, until } = body
  const filter = {
    states,
    userId,
    since: since === undefined ? 0 : Date.parse(since),
    until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
  }
  const matchingNames = findMatchingNames(body)
  const entryPage = await keysetPage(ctx.page, {
    size: 100,
    decodeKey: ({ createdAt, id = '' }) => ({ createdAt: Number(createdAt), id }),
    read: (from, limit) =>
      listNewestEntries(ctx.store.db, ctx.caller.workspaceId, { ...filter, ...from }, limit),
    toPosition: ({ createdAt, id }) => ({ createdAt: String(createdAt), id }),
    matches: matchingNames && (({ name }) => matchingNames.has(name)),
  })
  return {
    operations: entryPage.rows.map(toOperationRecord),
    pagination: ctx.page.neighborCursors(entryPage),
  }
})

/** Returns the names of the writes that match the filters, or undefined without a filter. */
function findMatchingNames({ platform, operation }: ListOperationsBody): ReadonlySet<string> | undefined {
  if (platform === undefined && operation === undefined) return undefined
  const writes = operationNames.filter((name) => declarationOf(name).effect === 'write')
  if (operation !== undefined && !writes.some((name) => name === operation))
    throw invalidBodyError([
      {
        field: 'operation',
        code: 'NOT_ALLOWED',
        message: 'operation must be an operation that changes something at a platform.',
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

function toOperationRecord(
  entry: ListedEntry,
): HandlerOutput<'operation/list_operations'>['operations'][number] {
  return {
    operationId: entry.id,
    operation: entry.name,
    // The journal stores only states that the contract declares.
    state: entry.state as HandlerOutput<'operation/list_operations'>['operations'][number]['state'],
    reason: entry.reason,
    userId: entry.userId,
    userName: entry.userName ?? '',
    createdAt: formatTime(entry.createdAt),
    updatedAt: formatTime(entry.updatedAt),
  }
}
