import { handler } from '../../waist/handler.ts'
import { leadRecord } from './leadRecord.ts'

export const get_lead = handler('lead/get_lead', async ({ userId, leadId }, ctx) => {
  const lead = await ctx.leads.find(ctx.caller.workspaceId, userId, leadId)
  const [told] = lead ? await ctx.leads.withAnswers([lead]) : []
  if (!told) throw ctx.refuse('LEAD_NOT_FOUND', { field: 'leadId' })
  await ctx.store.db
    .transaction()
    .execute((transaction) => ctx.record(transaction, { subject: leadId, after: { count: 1 } }))
  return { lead: leadRecord(told) }
})
