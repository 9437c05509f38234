import type { Results } from '@adrail/contract'
import type { LeadWithAnswers } from '../../leads/leadAccess.ts'

export function toLeadRecord({ lead, answers }: LeadWithAnswers): Results<'lead/get_lead'>['lead'] {
  const content = answers && 'content' in answers ? answers.content : undefined
  return {
    leadId: lead.id,
    platform: lead.platform,
    accountId: lead.account_id,
    formId: lead.form_id,
    formName: content?.formName ?? '',
    campaignId: lead.campaign_id,
    adGroupId: lead.ad_group_id,
    adId: lead.ad_id,
    submittedAt: new Date(lead.submitted_at).toISOString(),
    receivedAt: new Date(lead.received_at).toISOString(),
    isTest: lead.is_test === 1,
    isErased: answers === undefined,
    problem: answers && 'problem' in answers ? answers.problem : '',
    clickId: content?.clickId ?? '',
    fields: (content?.fields ?? []).map(({ name, label, values }) => ({
      name,
      label,
      value: values.join(', '),
      values: [...values],
    })),
    consents: [...(content?.consents ?? [])],
  }
}
