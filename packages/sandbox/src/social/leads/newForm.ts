// Creates a lead form, which cannot be edited later.
// https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/#Creating
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/create

import { nextNumber } from '../../core/state.ts'
import { hasScope, requirePageToken } from '../access.ts'
import { listIn, type Members, readMembers, requiredIn, textIn } from '../changes/members.ts'
import { GraphError, invalid, lacksPermission } from '../errors.ts'
import type { Write } from '../graph/nodeKind.ts'
import type { Params } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
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

const cardMembers = ['title', 'style', 'content', 'button_text', 'cover_photo']
const thanksMembers = ['title', 'body', 'button_type', 'button_text', 'website_url', 'short_message']

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
      throw lacksPermission('Requires pages_manage_ads permission to manage the object')
    if (!role.tasks.includes('ADVERTISE'))
      throw new GraphError({
        message: '(#10) User has insufficient privileges on the page for this operation.',
        code: 10,
        status: 403,
      })
    bill(request, 'leadgen', page.id)
    const name = params.requiredText('name')
    const questions = questionsIn(params)
    policyIn(params)
    readOptional(params, 'context_card', cardMembers, 'style')
    readOptional(params, 'thank_you_page', thanksMembers, 'button_type')
    requireLeadTerms(page)
    if (Object.values(social.leadForms).some((form) => form.page === page.id && form.name === name))
      throw invalid('Invalid parameter', {
        subcode: 1892187,
        transient: false,
        userTitle: 'Form name already exists',
        userMessage: 'A form with this name already exists on this Page. Choose another name.',
        blame: ['name'],
      })
    const tracking = trackingIn(params)
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
      ...(followUpUrl === undefined ? {} : { followUpUrl: addressOf(followUpUrl, 'follow_up_action_url') }),
    }
    social.leadForms[form.id] = form
    request.exchange.effect('lead_form_created', form.id, { page: page.id, name })
    return { id: form.id }
  },
}

function trackingIn(params: Params): Readonly<Record<string, string>> | undefined {
  const given = params.json('tracking_parameters')
  if (given === undefined) return undefined
  const isMap = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isMap || Object.values(given).some((value) => typeof value !== 'string'))
    throw invalid('Param tracking_parameters must be a map of strings.', { blame: ['tracking_parameters'] })
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
}

function questionsIn(params: Params): LeadQuestion[] {
  const given = params.json('questions')
  if (!Array.isArray(given) || given.length === 0)
    throw invalid('The parameter questions is required.', { blame: ['questions'] })
  const questions = given.map((entry: unknown, index) => questionIn(entry, index))
  const keys = questions.map(({ key }) => key)
  if (new Set(keys).size < keys.length)
    throw invalid('Param questions must not have the same question twice.', { blame: ['questions'] })
  return questions
}

function questionIn(entry: unknown, index: number): LeadQuestion {
  const where = `questions[${index}]`
  const members = readMembers(entry, where, ['type', 'key', 'label', 'options', 'inline_context', 'id'])
  const type = requiredIn(members, 'type')
  if (!(questionTypes as readonly string[]).includes(type))
    throw invalid(`Param ${where}[type] must be one of {${questionTypes.join(', ')}} - got "${type}".`, {
      blame: ['questions'],
    })
  const label = textIn(members, 'label')
  if (type === 'CUSTOM' && label === undefined)
    throw invalid(`Param ${where}[label] is required for a custom question.`, { blame: ['questions'] })
  const options = optionsIn(members)
  return {
    key: textIn(members, 'key') ?? (label ?? type).toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    label: label ?? type,
    type,
    ...(options.length === 0 ? {} : { options }),
  }
}

function optionsIn(members: Members): { key: string; value: string }[] {
  return listIn(members, 'options').map((entry, index) => {
    const option = readMembers(entry, `${members.where}[options][${index}]`, ['key', 'value'])
    const value = requiredIn(option, 'value')
    return { key: textIn(option, 'key') ?? value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), value }
  })
}

function policyIn(params: Params): void {
  const given = params.json('privacy_policy')
  if (given === undefined)
    throw invalid('The parameter privacy_policy is required.', { blame: ['privacy_policy'] })
  addressOf(requiredIn(readMembers(given, 'privacy_policy', ['url', 'link_text']), 'url'), 'privacy_policy')
}

function readOptional(params: Params, name: string, allowed: readonly string[], required: string): void {
  const given = params.json(name)
  if (given !== undefined) requiredIn(readMembers(given, name, allowed), required)
}

function addressOf(address: string, blamed: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw invalid(`Param ${blamed} must be a valid URI`, { blame: [blamed] })
}
