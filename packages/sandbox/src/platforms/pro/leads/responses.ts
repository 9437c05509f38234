// Responses to lead forms. They need a separate permission: the ads permission grants access to forms only.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Call } from '../../../core/exchange.ts'
import { generateLeadAnswer, generateLeadPerson } from '../../../delivery/leadPeople.ts'
import { hashText, mixHash } from '../../../delivery/seededRandom.ts'
import { getVisibleAccount, toUrn } from '../access.ts'
import { restCall } from '../call.ts'
import { invalidParam, proError } from '../errors.ts'
import { asRecord } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import {
  getContentLibrary,
  type ProAdAccount,
  type ProLead,
  type ProLeadForm,
  type ProLeadQuestion,
} from '../state.ts'
import { listProLeads } from './collect.ts'

export const leadSource = 'https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync'
export const leadScopes = ['r_marketing_leadgen_automation'] as const

const resource = 'leadFormResponses'

export const leadCalls: readonly Call[] = [
  restCall({
    name: 'leadFormResponses.owner',
    path: '/leadFormResponses',
    method: 'FINDER',
    finder: 'owner',
    resource,
    scopes: leadScopes,
    params: [
      'owner',
      'leadType',
      'limitedToTestLeads',
      'submittedAtTimeRange',
      'versionedLeadGenFormUrn',
      ...offsetParams,
    ],
    source: leadSource,
    respond(request) {
      const account = parseOwner(request)
      const onlyTests = request.oneOf('limitedToTestLeads', ['true', 'false'], 'false') === 'true'
      const { start, end } = parseTimeRange(request)
      const form = request.text('versionedLeadGenFormUrn')
      const rows = listProLeads(request.exchange.state, account.id, request.now).filter(
        (lead) =>
          lead.test === onlyTests &&
          lead.submittedAt >= start &&
          lead.submittedAt <= end &&
          (form === undefined || form === formUrn(lead.form)),
      )
      return { body: offsetPage(request, rows, (lead) => serializeLead(request, lead), 'page') }
    },
  }),
  restCall({
    name: 'leadFormResponses.get',
    path: '/leadFormResponses/{response}',
    method: 'GET',
    resource,
    scopes: leadScopes,
    source: leadSource,
    respond(request) {
      const lead = request.exchange.state.pro.leads?.[String(request.keys['response'])]
      if (lead === undefined) throw proError('NOT_FOUND')
      getVisibleAccount(request, toUrn('sponsoredAccount', lead.account))
      return { body: request.applyProjection(serializeLead(request, lead)) }
    },
  }),
]

/** Parses `owner=(sponsoredAccount:urn…)`, which is valid only for leads of ads. */
function parseOwner(request: RestRequest): ProAdAccount {
  const owner = asRecord(request.params['owner'])?.['sponsoredAccount']
  if (typeof owner !== 'string') throw invalidParam('owner')
  if (asRecord(request.params['leadType'])?.['leadType'] !== 'SPONSORED') throw invalidParam('leadType')
  return getVisibleAccount(request, owner)
}

function parseTimeRange(request: RestRequest): { start: number; end: number } {
  const rangeParam = request.params['submittedAtTimeRange']
  if (rangeParam === undefined) return { start: 0, end: Number.POSITIVE_INFINITY }
  const range = asRecord(rangeParam)
  const parseInstant = (name: string, fallback: number) => {
    const value = range?.[name]
    if (value === undefined) return fallback
    if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw invalidParam('submittedAtTimeRange')
    return Number(value)
  }
  if (range === undefined) throw invalidParam('submittedAtTimeRange')
  return { start: parseInstant('start', 0), end: parseInstant('end', Number.POSITIVE_INFINITY) }
}

export function formUrn(form: number): string {
  return `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:${form},1)`
}

function serializeLead({ exchange }: RestRequest, lead: ProLead) {
  const form = getContentLibrary(exchange.state.pro).leadForms[lead.form]
  return {
    id: lead.id,
    owner: { sponsoredAccount: toUrn('sponsoredAccount', lead.account) },
    leadType: 'SPONSORED',
    versionedLeadGenFormUrn: formUrn(lead.form),
    submittedAt: lead.submittedAt,
    testLead: lead.test,
    ...(lead.campaign === undefined
      ? {}
      : { leadMetadata: { sponsoredLeadMetadata: { campaign: toUrn('sponsoredCampaign', lead.campaign) } } }),
    ...(lead.creative === undefined
      ? {}
      : { associatedEntity: { associatedCreative: toUrn('sponsoredCreative', lead.creative) } }),
    formResponse: {
      answers: (form?.questions ?? []).map((question) => serializeAnswer(lead, question)),
      consentResponses: [{ consentId: 1, accepted: true }],
    },
    ...(form === undefined ? {} : { form: serializeForm(form) }),
  }
}

function serializeAnswer({ id }: ProLead, question: ProLeadQuestion) {
  const { options, predefinedField, name } = question
  const answerDetails =
    options === undefined
      ? {
          textQuestionAnswer: { answer: generateLeadAnswer(generateLeadPerson(id), predefinedField ?? name) },
        }
      : { multipleChoiceAnswer: { options: [1 + (mixHash(hashText(id), question.id, 7) % options.length)] } }
  return { questionId: question.id, answerDetails }
}

function serializeForm(form: ProLeadForm) {
  return {
    id: form.id,
    name: form.name,
    creationLocale: { country: 'US', language: 'en' },
    hiddenFields: [{ name: 'source', value: 'sandbox' }],
    content: {
      questions: (form.questions ?? []).map(({ id, name, question, predefinedField, options }) => ({
        questionId: id,
        name,
        question: { localized: { en_US: question } },
        ...(predefinedField === undefined ? {} : { predefinedField }),
        questionDetails:
          options === undefined
            ? { textQuestionDetails: {} }
            : {
                multipleChoiceQuestionDetails: {
                  options: options.map((text, index) => ({
                    id: index + 1,
                    text: { localized: { en_US: text } },
                  })),
                },
              },
      })),
    },
  }
}
