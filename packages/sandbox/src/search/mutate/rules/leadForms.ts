// https://developers.google.com/google-ads/api/reference/rpc/v25/LeadFormAsset

import { checkTextPolicy } from '../../policy.ts'
import { isEnumValue } from '../../schema/enums.ts'
import { at, list, text, type Wire, wire } from '../../wire.ts'
import type { RuleContext } from '../rule.ts'
import { isWebAddress } from './urls.ts'

const mostQuestions = 5

/** Contact fields come first in the enumeration, up to the last of these; everything after them is a question. */
const contactFields: ReadonlySet<string> = new Set(
  (
    'FULL_NAME EMAIL PHONE_NUMBER POSTAL_CODE STREET_ADDRESS CITY REGION COUNTRY WORK_EMAIL COMPANY_NAME WORK_PHONE ' +
    'JOB_TITLE FIRST_NAME LAST_NAME'
  ).split(' '),
)

function isQuestion(name: string): boolean {
  if (contactFields.has(name) || name.startsWith('GOVERNMENT_ISSUED_ID')) return false
  return isEnumValue('LeadFormFieldUserInputType', name)
}

export function checkLeadForm(context: RuleContext, asset: Wire): void {
  const form = wire(asset['leadFormAsset'])
  const path = (...rest: string[]) => ['lead_form_asset', ...rest]
  const terms = at(context.draft.account.customer, ['customerAgreementSetting', 'acceptedLeadFormTerms'])
  if (terms !== true) {
    context.report('assetError.LEAD_FORM_MISSING_AGREEMENT', path())
    return
  }
  if (!isWebAddress(text(form['privacyPolicyUrl']))) {
    context.report('urlFieldError.INVALID_URL', path('privacy_policy_url'), {
      trigger: text(form['privacyPolicyUrl']),
    })
  }
  for (const [member, field] of [
    ['headline', 'headline'],
    ['description', 'description'],
    ['businessName', 'business_name'],
  ] as const) {
    checkTextPolicy(context, text(form[member]), path(field))
  }
  const { mostCallToAction } = context.draft.account
  if (mostCallToAction !== undefined && [...text(form['callToActionDescription'])].length > mostCallToAction)
    context.report('stringLengthError.TOO_LONG', path('call_to_action_description'))
  const fields = list(form['fields']).map((field) => text(wire(field)['inputType']))
  const custom = list(form['customQuestionFields'])
  const problem = fieldsProblem(fields, custom.length)
  if (problem !== undefined) context.report(`assetError.${problem}`, path('fields'))
  for (const [index, field] of list(form['fields']).entries()) {
    if (wire(field)['singleChoiceAnswers'] === undefined || isQuestion(fields[index] ?? '')) continue
    context.report('assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION', [
      'lead_form_asset',
      { field: 'fields', index },
    ])
  }
}

function fieldsProblem(fields: readonly string[], customQuestions: number): string | undefined {
  const set = new Set(fields)
  const asked = fields.filter(isQuestion).length
  if (customQuestions > 0 && asked > 0) return 'LEAD_FORM_LEGACY_QUALIFYING_QUESTIONS_DISALLOWED'
  const invalid =
    fields.length === 0 ||
    fields.includes('') ||
    set.size !== fields.length ||
    asked > mostQuestions ||
    (set.has('FULL_NAME') && (set.has('FIRST_NAME') || set.has('LAST_NAME')))
  return invalid ? 'LEAD_FORM_INVALID_FIELDS_COMBINATION' : undefined
}
