// Creates a lead form, which cannot be edited later.
// https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/#Creating
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/create

import { nextNumber } from '../../../core/state.ts'
import { hasScope, requirePageToken } from '../access.ts'
import {
  type ParamObject,
  readListField,
  readParamObject,
  readTextField,
  requireTextField,
} from '../changes/paramObject.ts'
import { GraphError, invalidParameter, permissionDenied } from '../errors.ts'
import type { Write } from '../graph/nodeKind.ts'
import type { Params } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { LeadForm, LeadQuestion, Page } from '../state.ts'
import { requireLeadTerms } from './terms.ts'

/** The platform's question types that need no setup besides the form. */
const questionTypes = [
  'CUSTOM',
  'FULL_NAME',
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'PHONE',
  'COMPANY_NAME',
  'JOB_TITLE',
  'WORK_EMAIL',
  'WORK_PHONE_NUMBER',
  'STREET_ADDRESS',
  'CITY',
  'STATE',
  'PROVINCE',
  'COUNTRY',
  'ZIP',
  'POST_CODE',
  'DOB',
  'GENDER',
  'MARITIAL_STATUS',
  'RELATIONSHIP_STATUS',
  'MILITARY_STATUS',
  'WEBSITE',
] as const

const cardFields = ['title', 'style', 'content', 'button_text', 'cover_photo']
const thankYouFields = ['title', 'body', 'button_type', 'button_text', 'website_url', 'short_message']

export const createLeadForm: Write<Page> = {
  params: [
    'name',
    'questions',
    'privacy_policy',
    'follow_up_action_url',
    'locale',
    'context_card',
    'thank_you_page',
    'tracking_parameters',
    'is_optimized_for_quality',
    'block_display_for_non_targeted_viewer',
  ],
  run(page, request) {
    const { params, social, now } = request
    const role = requirePageToken(request, page)
    if (!hasScope(request, 'pages_manage_ads'))
      throw permissionDenied('Requires pages_manage_ads permission to manage the object')
    if (!role.tasks.includes('ADVERTISE'))
      throw new GraphError({
        message: '(#10) User has insufficient privileges on the page for this operation.',
        code: 10,
        status: 403,
      })
    chargeUsage(request, 'leadgen', page.id)
    const name = params.requiredText('name')
    const questions = readQuestions(params)
    checkPrivacyPolicy(params)
    checkOptionalObject(params, 'context_card', cardFields, 'style')
    checkOptionalObject(params, 'thank_you_page', thankYouFields, 'button_type')
    requireLeadTerms(page)
    if (Object.values(social.leadForms).some((form) => form.page === page.id && form.name === name))
      throw invalidParameter('Invalid parameter', {
        subcode: 1892187,
        transient: false,
        userTitle: 'Form name already exists',
        userMessage: 'A form with this name already exists on this Page. Choose another name.',
        blame: ['name'],
      })
    const tracking = readTracking(params)
    const followUpUrl = params.text('follow_up_action_url')
    const form: LeadForm = {
      id: String(24_500_000_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.leadForm'))),
      page: page.id,
      name,
      status: 'ACTIVE',
      locale: params.text('locale') ?? 'en_US',
      createdAt: now,
      leads: 0,
      questions,
      ...(tracking === undefined ? {} : { tracking }),
      ...(followUpUrl === undefined ? {} : { followUpUrl: requireUrl(followUpUrl, 'follow_up_action_url') }),
    }
    social.leadForms[form.id] = form
    request.exchange.effect('lead_form_created', form.id, { page: page.id, name })
    return { id: form.id }
  },
}

function readTracking(params: Params): Readonly<Record<string, string>> | undefined {
  const rawParam = params.json('tracking_parameters')
  if (rawParam === undefined) return undefined
  const isMap = typeof rawParam === 'object' && rawParam !== null && !Array.isArray(rawParam)
  if (!isMap || Object.values(rawParam).some((value) => typeof value !== 'string'))
    throw invalidParameter('Param tracking_parameters must be a map of strings.', {
      blame: ['tracking_parameters'],
    })
  return Object.fromEntries(Object.entries(rawParam).map(([name, value]) => [name, String(value)]))
}

function readQuestions(params: Params): LeadQuestion[] {
  const rawParam = params.json('questions')
  if (!Array.isArray(rawParam) || rawParam.length === 0)
    throw invalidParameter('The parameter questions is required.', { blame: ['questions'] })
  const questions = rawParam.map((entry: unknown, index) => readQuestion(entry, index))
  const keys = questions.map(({ key }) => key)
  if (new Set(keys).size < keys.length)
    throw invalidParameter('Param questions must not have the same question twice.', { blame: ['questions'] })
  return questions
}

function readQuestion(entry: unknown, index: number): LeadQuestion {
  const path = `questions[${index}]`
  const question = readParamObject(entry, path, ['type', 'key', 'label', 'options', 'inline_context', 'id'])
  const type = requireTextField(question, 'type')
  if (!(questionTypes as readonly string[]).includes(type))
    throw invalidParameter(
      `Param ${path}[type] must be one of {${questionTypes.join(', ')}} - got "${type}".`,
      {
        blame: ['questions'],
      },
    )
  const label = readTextField(question, 'label')
  if (type === 'CUSTOM' && label === undefined)
    throw invalidParameter(`Param ${path}[label] is required for a custom question.`, {
      blame: ['questions'],
    })
  const options = readOptions(question)
  return {
    key: readTextField(question, 'key') ?? (label ?? type).toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    label: label ?? type,
    type,
    ...(options.length === 0 ? {} : { options }),
  }
}

function readOptions(question: ParamObject): { key: string; value: string }[] {
  return readListField(question, 'options').map((entry, index) => {
    const option = readParamObject(entry, `${question.path}[options][${index}]`, ['key', 'value'])
    const value = requireTextField(option, 'value')
    return { key: readTextField(option, 'key') ?? value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), value }
  })
}

function checkPrivacyPolicy(params: Params): void {
  const rawParam = params.json('privacy_policy')
  if (rawParam === undefined)
    throw invalidParameter('The parameter privacy_policy is required.', { blame: ['privacy_policy'] })
  requireUrl(
    requireTextField(readParamObject(rawParam, 'privacy_policy', ['url', 'link_text']), 'url'),
    'privacy_policy',
  )
}

function checkOptionalObject(
  params: Params,
  name: string,
  allowed: readonly string[],
  required: string,
): void {
  const rawParam = params.json(name)
  if (rawParam !== undefined) requireTextField(readParamObject(rawParam, name, allowed), required)
}

function requireUrl(url: string, paramName: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw invalidParameter(`Param ${paramName} must be a valid URI`, { blame: [paramName] })
}
