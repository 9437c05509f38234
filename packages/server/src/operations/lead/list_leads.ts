import type { Body } from '@adrail/contract'
import type { FormWebhook } from '../../leads/leadAccess.ts'
import { type HandlerContext, handler } from '../../pipeline/handler.ts'
import type { Page, PagePosition } from '../../platforms/connector-kit/page.ts'
import { findLastEventSeq } from '../../store/events.ts'
import type { LeadSource } from '../../store/leadSources.ts'
import type { LeadQuery, StoredLead } from '../../store/leads.ts'
import { toLeadRecord } from './leadRecord.ts'

const pageSize = 100

type LeadsBody = Body<'lead/list_leads'>
type LeadsContext = HandlerContext<'lead/list_leads'>

export const list_leads = handler('lead/list_leads', async (body, ctx) => {
  const { userId, platform, formId, campaignId } = body
  const { workspaceId, scopes } = ctx.caller
  const sources = await ctx.leads.loadSources(workspaceId, userId, platform)
  const sourceIds = sources.map(({ id }) => id)
  const readPage = body.newestFirst === true ? readNewestFirst : readByArrival
  const { rows, next, end } = await readPage({ sourceIds, platform, formId, campaignId }, body, ctx)
  const { next: resume } = ctx.page.neighborCursors({ rows, next: end })
  const leads = (await ctx.leads.withAnswers(rows)).map(toLeadRecord)
  // Programs poll this operation. A page without leads contains no personal data and needs no audit entry.
  if (leads.length > 0)
    await ctx.store.db
      .transaction()
      .execute((transaction) =>
        ctx.recordAuditEntry(transaction, { subject: userId, after: { count: leads.length } }),
      )
  return {
    leads,
    resume,
    sources: Object.fromEntries(
      await Promise.all(
        sources.map(async (source) => {
          // The console does not show webhook keys because a console session cannot prove the API key before
          // a read.
          const showsWebhook = scopes.has('admin') && ctx.surface !== 'console'
          const webhook = showsWebhook ? await ctx.leads.findFormWebhook(source) : undefined
          return [source.platform, toSourceRecord(source, webhook)]
        }),
      ),
    ),
    pagination: ctx.page.neighborCursors({ rows, ...(next ? { next } : {}) }),
  }
})

type LeadFilter = Omit<LeadQuery, 'after'>

/** `end` is the position after which later leads arrive. */
interface LeadPage extends Page<StoredLead> {
  readonly end: PagePosition
}

async function readByArrival(
  filter: LeadFilter,
  { userId }: LeadsBody,
  ctx: LeadsContext,
): Promise<LeadPage> {
  const { position } = ctx.page
  if (position && position['after'] === undefined)
    throw ctx.createError('INVALID_CURSOR', { field: 'pagination' })
  const after = Number(position?.['after'] ?? 0)
  // The extra row shows whether another page follows.
  const candidates = await ctx.leads.listAfter(
    ctx.caller.workspaceId,
    userId,
    { ...filter, after },
    pageSize + 1,
  )
  const rows = candidates.slice(0, pageSize)
  const end = { after: String(rows.at(-1)?.seq ?? after) }
  return { rows, end, ...(candidates.length > pageSize ? { next: end } : {}) }
}

/**
 * Pages exclude leads that arrive later. Polling from `end` lists them, so every lead is listed exactly once.
 */
async function readNewestFirst(
  filter: LeadFilter,
  { userId }: LeadsBody,
  ctx: LeadsContext,
): Promise<LeadPage> {
  const { position } = ctx.page
  const { workspaceId } = ctx.caller
  if (position && position['upTo'] === undefined)
    throw ctx.createError('INVALID_CURSOR', { field: 'pagination' })
  const upTo = Number(position?.['upTo'] ?? (await findLastEventSeq(ctx.store.db, workspaceId)))
  const before = position && { submittedAt: Number(position['submittedAt']), id: String(position['id']) }
  const candidates = await ctx.leads.listNewestFirst(
    workspaceId,
    userId,
    { ...filter, upTo, before },
    pageSize + 1,
  )
  const rows = candidates.slice(0, pageSize)
  const last = rows.at(-1)
  const next =
    candidates.length > pageSize && last
      ? { next: { upTo: String(upTo), submittedAt: String(last.submitted_at), id: last.id } }
      : {}
  return { rows, end: { after: String(upTo) }, ...next }
}

function toSourceRecord({ read_at, problem, error }: LeadSource, webhook: FormWebhook | undefined) {
  const asOf = read_at === null ? '' : new Date(read_at).toISOString()
  // A process of an earlier release clears only the problem code, so the error text may be stale.
  return { asOf, problem, error: problem === '' ? '' : error, ...(webhook === undefined ? {} : { webhook }) }
}
