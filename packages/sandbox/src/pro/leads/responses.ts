// Answers to lead forms. The permission is a product of its own: that for ads reads forms and never answers.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Call } from '../../core/exchange.ts'
import { mixed, textHash } from '../../delivery/chance.ts'
import { answerTo, leadPerson } from '../../delivery/leadPeople.ts'
import { accountOf, urn } from '../access.ts'
import { restCall } from '../call.ts'
import { badParam, refusal } from '../errors.ts'
import { recordOf } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type AdAccount, type Lead, type LeadForm, type LeadQuestion, libraryOf } from '../state.ts'
import { leadsOf } from './collect.ts'

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
    answer(request) {
      const account = ownerOf(request)
      const onlyTests = request.choice('limitedToTestLeads', ['true', 'false'], 'false') === 'true'
      const { start, end } = rangeIn(request)
      const form = request.text('versionedLeadGenFormUrn')
      const rows = leadsOf(request.exchange.state, account.id, request.now).filter(
        (lead) =>
          lead.test === onlyTests &&
          lead.submittedAt >= start &&
          lead.submittedAt <= end &&
          (form === undefined || form === formUrn(lead.form)),
      )
      return { body: offsetPage(request, rows, (lead) => responseWire(request, lead), 'page') }
    },
  }),
  restCall({
    name: 'leadFormResponses.get',
    path: '/leadFormResponses/{response}',
    method: 'GET',
    resource,
    scopes: leadScopes,
    source: leadSource,
    answer(request) {
      const lead = request.exchange.state.pro.leads?.[String(request.keys['response'])]
      if (lead === undefined) throw refusal('NOT_FOUND')
      accountOf(request, urn('sponsoredAccount', lead.account))
      return { body: request.projected(responseWire(request, lead)) }
    },
  }),
]

/** `owner=(sponsoredAccount:urn…)`, which goes with leads of ads and no others. */
function ownerOf(request: RestRequest): AdAccount {
  const owner = recordOf(request.params['owner'])?.['sponsoredAccount']
  if (typeof owner !== 'string') throw badParam('owner')
  if (recordOf(request.params['leadType'])?.['leadType'] !== 'SPONSORED') throw badParam('leadType')
  return accountOf(request, owner)
}

function rangeIn(request: RestRequest): { start: number; end: number } {
  const given = request.params['submittedAtTimeRange']
  if (given === undefined) return { start: 0, end: Number.POSITIVE_INFINITY }
  const range = recordOf(given)
  const instant = (name: string, unset: number) => {
    const value = range?.[name]
    if (value === undefined) return unset
    if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw badParam('submittedAtTimeRange')
    return Number(value)
  }
  if (range === undefined) throw badParam('submittedAtTimeRange')
  return { start: instant('start', 0), end: instant('end', Number.POSITIVE_INFINITY) }
}

export function formUrn(form: number): string {
  return `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:${form},1)`
}

function responseWire({ exchange }: RestRequest, lead: Lead) {
  const form = libraryOf(exchange.state.pro).leadForms[lead.form]
  return {
    id: lead.id,
    owner: { sponsoredAccount: urn('sponsoredAccount', lead.account) },
    leadType: 'SPONSORED',
    versionedLeadGenFormUrn: formUrn(lead.form),
    submittedAt: lead.submittedAt,
    testLead: lead.test,
    ...(lead.campaign === undefined
      ? {}
      : { leadMetadata: { sponsoredLeadMetadata: { campaign: urn('sponsoredCampaign', lead.campaign) } } }),
    ...(lead.creative === undefined
      ? {}
      : { associatedEntity: { associatedCreative: urn('sponsoredCreative', lead.creative) } }),
    formResponse: {
      answers: (form?.questions ?? []).map((question) => answerWire(lead, question)),
      consentResponses: [{ consentId: 1, accepted: true }],
    },
    ...(form === undefined ? {} : { form: formWire(form) }),
  }
}

function answerWire({ id }: Lead, question: LeadQuestion) {
  const { options, predefinedField, name } = question
  const answerDetails =
    options === undefined
      ? { textQuestionAnswer: { answer: answerTo(leadPerson(id), predefinedField ?? name) } }
      : { multipleChoiceAnswer: { options: [1 + (mixed(textHash(id), question.id, 7) % options.length)] } }
  return { questionId: question.id, answerDetails }
}

function formWire(form: LeadForm) {
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
