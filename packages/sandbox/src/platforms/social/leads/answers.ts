// The questions of a form, and the answers of a person.

import { generateLeadAnswer, generateLeadPerson } from '../../../delivery/leadPeople.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import type { Lead, LeadForm, LeadQuestion } from '../state.ts'

const defaultQuestions: readonly LeadQuestion[] = [
  { key: 'full_name', label: 'Full name', type: 'FULL_NAME' },
  { key: 'email', label: 'Email', type: 'EMAIL' },
]

export function getQuestions({ questions = defaultQuestions }: LeadForm): readonly LeadQuestion[] {
  return questions
}

/**
 * Builds `field_data` of a lead:
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving
 */
export function buildFieldData(lead: Lead, form: LeadForm): { name: string; values: string[] }[] {
  const answers = getQuestions(form).map((question) => ({
    name: question.key,
    values: [lead.answers?.[question.key] ?? generateAnswer(lead, question)],
  }))
  // Recordings show the tracking parameters of a form after the answers, without a marker.
  const tracking = Object.entries(form.tracking ?? {}).map(([name, value]) => ({ name, values: [value] }))
  return [...answers, ...tracking]
}

function generateAnswer({ id, test }: Lead, { key, label, type, options }: LeadQuestion): string {
  // https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
  if (test) return type === 'EMAIL' ? 'test@fb.com' : `<test lead: dummy data for ${key}>`
  const option = options?.[hashText(`${id}/${key}`) % options.length]
  return option?.value ?? generateLeadAnswer(generateLeadPerson(id), type === 'CUSTOM' ? label : type)
}
