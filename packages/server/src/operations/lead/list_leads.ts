import type { Webhook } from '../../leads/leadAccess.ts'
import type { LeadSource } from '../../store/leadSources.ts'
import { handler } from '../../waist/handler.ts'
import { leadRecord } from './leadRecord.ts'

const pageSize = 100

export const list_leads = handler('lead/list_leads', async (asked, ctx) => {
  const { userId, platform, formId, campaignId } = asked
  const { workspaceId, scopes } = ctx.caller
  const sources = await ctx.leads.sources(workspaceId, userId, platform)
  const sourceIds = sources.map(({ id }) => id)
  const after = Number(ctx.page.position?.['after'] ?? 0)
  const filter = { sourceIds, platform, formId, campaignId, after }
  // One more than a page tells whether there is another one behind it.
  const found = await ctx.leads.after(workspaceId, userId, filter, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const end = { after: String(rows.at(-1)?.seq ?? after) }
  const { next: resume } = ctx.page.around({ rows, next: end })
  const leads = (await ctx.leads.withAnswers(rows)).map(leadRecord)
  // Programs poll: a page without leads shows nothing personal and leaves no entry.
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
          // The console does not show the key of a hook, and its sessions could not prove the API key before a read.
          const isShown = scopes.has('admin') && ctx.surface !== 'console'
          const webhook = isShown ? await ctx.leads.webhookOf(source) : undefined
          return [source.platform, sourceRecord(source, webhook)]
        }),
      ),
    ),
    pagination: ctx.page.around({ rows, ...(found.length > pageSize ? { next: end } : {}) }),
  }
})

function sourceRecord({ read_at, problem, error }: LeadSource, webhook: Webhook | undefined) {
  const asOf = read_at === null ? '' : new Date(read_at).toISOString()
  // A process of an earlier release clears the code alone.
  return { asOf, problem, error: problem === '' ? '' : error, ...(webhook === undefined ? {} : { webhook }) }
}
