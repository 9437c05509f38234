import type { Body } from '@adrail/contract'
import type { Webhook } from '../../leads/leadAccess.ts'
import type { Page, Position } from '../../platforms/kit/page.ts'
import { lastEventSeq } from '../../store/events.ts'
import type { LeadSource } from '../../store/leadSources.ts'
import type { LeadsAsked, StoredLead } from '../../store/leads.ts'
import { type Context, handler } from '../../waist/handler.ts'
import { leadRecord } from './leadRecord.ts'

const pageSize = 100

type Asked = Body<'lead/list_leads'>
type Ctx = Context<'lead/list_leads'>

export const list_leads = handler('lead/list_leads', async (asked, ctx) => {
  const { userId, platform, formId, campaignId } = asked
  const { workspaceId, scopes } = ctx.caller
  const sources = await ctx.leads.sources(workspaceId, userId, platform)
  const sourceIds = sources.map(({ id }) => id)
  const list = asked.newestFirst === true ? newestFirst : inOrderOfArrival
  const { rows, next, end } = await list({ sourceIds, platform, formId, campaignId }, asked, ctx)
  const { next: resume } = ctx.page.around({ rows, next: end })
  const leads = (await ctx.leads.withAnswers(rows)).map(leadRecord)
  // Programs poll this operation. A page without leads contains no personal data and needs no audit entry.
  if (leads.length > 0)
    await ctx.store.db
      .transaction()
      .execute((transaction) => ctx.record(transaction, { subject: userId, after: { count: leads.length } }))
  return {
    leads,
    resume,
    sources: Object.fromEntries(
      await Promise.all(
        sources.map(async (source) => {
          // The console does not show webhook keys because a console session cannot prove the API key before
          // a read.
          const isShown = scopes.has('admin') && ctx.surface !== 'console'
          const webhook = isShown ? await ctx.leads.webhookOf(source) : undefined
          return [source.platform, sourceRecord(source, webhook)]
        }),
      ),
    ),
    pagination: ctx.page.around({ rows, ...(next ? { next } : {}) }),
  }
})

type Filter = Omit<LeadsAsked, 'after'>

/** `end` is the position after which later leads arrive. */
interface Listed extends Page<StoredLead> {
  readonly end: Position
}

async function inOrderOfArrival(filter: Filter, { userId }: Asked, ctx: Ctx): Promise<Listed> {
  const { position } = ctx.page
  if (position && position['after'] === undefined) throw ctx.refuse('INVALID_CURSOR', { field: 'pagination' })
  const after = Number(position?.['after'] ?? 0)
  // The extra row shows whether another page follows.
  const found = await ctx.leads.after(ctx.caller.workspaceId, userId, { ...filter, after }, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const end = { after: String(rows.at(-1)?.seq ?? after) }
  return { rows, end, ...(found.length > pageSize ? { next: end } : {}) }
}

/**
 * Pages exclude leads that arrive later. Polling from `end` lists them, so every lead is listed exactly once.
 */
async function newestFirst(filter: Filter, { userId }: Asked, ctx: Ctx): Promise<Listed> {
  const { position } = ctx.page
  const { workspaceId } = ctx.caller
  if (position && position['upTo'] === undefined) throw ctx.refuse('INVALID_CURSOR', { field: 'pagination' })
  const upTo = Number(position?.['upTo'] ?? (await lastEventSeq(ctx.store.db, workspaceId)))
  const before = position && { submittedAt: Number(position['submittedAt']), id: String(position['id']) }
  const found = await ctx.leads.newestFirst(workspaceId, userId, { ...filter, upTo, before }, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const next =
    found.length > pageSize && last
      ? { next: { upTo: String(upTo), submittedAt: String(last.submitted_at), id: last.id } }
      : {}
  return { rows, end: { after: String(upTo) }, ...next }
}

function sourceRecord({ read_at, problem, error }: LeadSource, webhook: Webhook | undefined) {
  const asOf = read_at === null ? '' : new Date(read_at).toISOString()
  // A process of an earlier release clears only the problem code, so the error text may be stale.
  return { asOf, problem, error: problem === '' ? '' : error, ...(webhook === undefined ? {} : { webhook }) }
}
