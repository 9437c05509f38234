import { handler } from '../../pipeline/handler.ts'
import { toLeadRecord } from './leadRecord.ts'

export const get_lead = handler('lead/get_lead', async ({ userId, leadId, leadIds }, ctx) => {
  // The contract requires exactly one of the two.
  const ids = leadIds ?? (leadId === undefined ? [] : [leadId])
  const storedLeads = await ctx.leads.findAll(ctx.caller.workspaceId, userId, ids)
  const recordById = new Map(
    (await ctx.leads.withAnswers(storedLeads)).map((leadWithAnswers) => [
      leadWithAnswers.lead.id,
      toLeadRecord(leadWithAnswers),
    ]),
  )
  const leads = ids.flatMap((id) => recordById.get(id) ?? [])
  const [lead] = leads
  if (!lead)
    throw ctx.createError('LEAD_NOT_FOUND', {
      field: leadIds ? 'leadIds' : 'leadId',
      values: { id: ids[0] ?? '' },
    })
  await ctx.store.db
    .transaction()
    .execute((transaction) =>
      ctx.recordAuditEntry(transaction, { subject: leadId ?? userId, after: { count: leads.length } }),
    )
  if (!leadIds) return { lead }
  const notFound = ids
    .filter((id) => !recordById.has(id))
    .map((id) => ({
      leadId: id,
      code: 'LEAD_NOT_FOUND' as const,
      error: ctx.createError('LEAD_NOT_FOUND', { values: { id } }).message,
    }))
  return { lead, leads, notFound }
})
