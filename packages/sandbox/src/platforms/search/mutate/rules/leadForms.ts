// https://developers.google.com/google-ads/api/reference/rpc/v25/LeadFormAsset

import { checkTextPolicy } from '../../policy.ts'
import { isEnumValue } from '../../schema/enums.ts'
import { asArray, asObject, asString, getAtPath, type WireObject } from '../../wire.ts'
import type { RuleContext } from '../rule.ts'
import { isWebUrl } from './urls.ts'

const maxQuestions = 5

/** Contact fields precede the questions in the enumeration. Every value after these fields is a question. */
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

export function checkLeadForm(context: RuleContext, asset: WireObject): void {
  const form = asObject(asset['leadFormAsset'])
  const path = (...segments: string[]) => ['lead_form_asset', ...segments]
  const terms = getAtPath(context.draft.account.customer, [
    'customerAgreementSetting',
    'acceptedLeadFormTerms',
  ])
  if (terms !== true) {
    context.report('assetError.LEAD_FORM_MISSING_AGREEMENT', path())
    return
  }
  if (!isWebUrl(asString(form['privacyPolicyUrl']))) {
    context.report('urlFieldError.INVALID_URL', path('privacy_policy_url'), {
      trigger: asString(form['privacyPolicyUrl']),
    })
  }
  for (const [jsonField, field] of [
    ['headline', 'headline'],
    ['description', 'description'],
    ['businessName', 'business_name'],
  ] as const) {
    checkTextPolicy(context, asString(form[jsonField]), path(field))
  }
  const { mostCallToAction: maxCallToActionLength } = context.draft.account
  if (
    maxCallToActionLength !== undefined &&
    [...asString(form['callToActionDescription'])].length > maxCallToActionLength
  )
    context.report('stringLengthError.TOO_LONG', path('call_to_action_description'))
  const fields = asArray(form['fields']).map((field) => asString(asObject(field)['inputType']))
  const customQuestions = asArray(form['customQuestionFields'])
  const problem = fieldsProblem(fields, customQuestions.length)
  if (problem !== undefined) context.report(`assetError.${problem}`, path('fields'))
  for (const [index, field] of asArray(form['fields']).entries()) {
    if (asObject(field)['singleChoiceAnswers'] === undefined || isQuestion(fields[index] ?? '')) continue
    context.report('assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION', [
      'lead_form_asset',
      { field: 'fields', index },
    ])
  }
}

function fieldsProblem(fields: readonly string[], customQuestionCount: number): string | undefined {
  const distinctFields = new Set(fields)
  const questionCount = fields.filter(isQuestion).length
  if (customQuestionCount > 0 && questionCount > 0) return 'LEAD_FORM_LEGACY_QUALIFYING_QUESTIONS_DISALLOWED'
  const isInvalid =
    fields.length === 0 ||
    fields.includes('') ||
    distinctFields.size !== fields.length ||
    questionCount > maxQuestions ||
    (distinctFields.has('FULL_NAME') && (distinctFields.has('FIRST_NAME') || distinctFields.has('LAST_NAME')))
  return isInvalid ? 'LEAD_FORM_INVALID_FIELDS_COMBINATION' : undefined
}
