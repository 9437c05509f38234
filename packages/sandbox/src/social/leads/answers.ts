// The questions of a form, and the answers of a person.

import { textHash } from '../../delivery/chance.ts'
import { answerTo, leadPerson } from '../../delivery/leadPeople.ts'
import type { Lead, LeadForm, LeadQuestion } from '../state.ts'

const usualQuestions: readonly LeadQuestion[] = [
  { key: 'full_name', label: 'Full name', type: 'FULL_NAME' },
  { key: 'email', label: 'Email', type: 'EMAIL' },
]

export function questionsOf({ questions = usualQuestions }: LeadForm): readonly LeadQuestion[] {
  return questions
}

/**
 * Builds `field_data` of a lead:
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving
 */
export function fieldData(lead: Lead, form: LeadForm): { name: string; values: string[] }[] {
  const answers = questionsOf(form).map((question) => ({
    name: question.key,
    values: [lead.answers?.[question.key] ?? answered(lead, question)],
  }))
  // Recordings show the tracking parameters of a form after the answers, without a marker.
  const tracking = Object.entries(form.tracking ?? {}).map(([name, value]) => ({ name, values: [value] }))
  return [...answers, ...tracking]
}

function answered({ id, test }: Lead, { key, label, type, options }: LeadQuestion): string {
  // https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
  if (test) return type === 'EMAIL' ? 'test@fb.com' : `<test lead: dummy data for ${key}>`
  const option = options?.[textHash(`${id}/${key}`) % options.length]
  return option?.value ?? answerTo(leadPerson(id), type === 'CUSTOM' ? label : type)
}
