import type { SpendIncreaseKind } from '@adrail/contract'
import { formatMoney } from '../../money/money.ts'
import { type HandlerContext, handler } from '../../pipeline/handler.ts'
import type { Page } from '../../platforms/connector-kit/page.ts'
import { type ListedApproval, listApprovals } from '../../store/approvals.ts'

const pageSize = 50

export const list_approvals = handler('approval/list_approvals', async (_, ctx) => {
  const approvalPage = await readApprovalPage(ctx)
  return {
    approvals: approvalPage.rows.map((row) => ({
      operationId: row.operation_id,
      operation: row.name,
      // The journal stores declared platforms and kinds, and the plan as a JSON list of sentences.
      platform: row.platform,
      userId: row.user_id,
      userName: row.user_name ?? '',
      requestedBy: row.key_id,
      requestedByName: row.key_name ?? '',
      requestedAt: new Date(row.requested_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
      kind: row.kind as SpendIncreaseKind,
      reason: row.reason,
      plan: JSON.parse(row.plan) as string[],
      planHash: row.plan_hash,
      perDay: {
        currencyCode: row.currency_code,
        before: formatPerDay(row.from_day_micros, row.currency_code),
        after: formatPerDay(row.to_day_micros, row.currency_code),
      },
      approvalUrl: ctx.journal.approvalUrl(row.operation_id),
    })),
    pagination: ctx.page.neighborCursors(approvalPage),
  }
})

const formatPerDay = (micros: string, currencyCode: string) =>
  formatMoney({ units: BigInt(micros), scale: 6 }, currencyCode)

/** Returns approvals oldest first. The position contains the id of a write and the direction. */
async function readApprovalPage({
  page: { position },
  store,
  caller,
}: HandlerContext<'approval/list_approvals'>): Promise<Page<ListedApproval>> {
  const isBackward = position?.['way'] === 'before'
  const from = position && { [isBackward ? 'before' : 'after']: String(position['id']) }
  // The extra row shows whether another page follows.
  const candidates = await listApprovals(store.db, caller.workspaceId, { limit: pageSize + 1, ...from })
  const hasMore = candidates.length > pageSize
  const rows = isBackward && hasMore ? candidates.slice(1) : candidates.slice(0, pageSize)
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    rows,
    ...(last && (isBackward || hasMore) ? { next: { way: 'after', id: last.operation_id } } : {}),
    ...(first && (isBackward ? hasMore : position !== undefined)
      ? { previous: { way: 'before', id: first.operation_id } }
      : {}),
  }
}
