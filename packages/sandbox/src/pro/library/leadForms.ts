// Lead forms of an ad account. https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Call } from '../../core/exchange.ts'
import { urn, visibleAccount } from '../access.ts'
import { restCall } from '../call.ts'
import { badParam, refusal } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import { type LeadForm, libraryOf } from '../state.ts'

const wire = ({ id, account, name, state, created }: LeadForm) => ({
  id,
  owner: { sponsoredAccount: urn('sponsoredAccount', account) },
  name,
  state,
  versionId: 1,
  created,
  lastModified: created,
  creationLocale: { country: 'US', language: 'en' },
})

const facts = {
  resource: 'leadForms',
  scopes: ['r_ads', 'rw_ads'],
  source: 'https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#find-lead-forms-by-owner',
} as const

export const leadFormCalls: readonly Call[] = [
  restCall({
    ...facts,
    name: 'leadForms.owner',
    path: '/leadForms',
    method: 'FINDER',
    finder: 'owner',
    params: ['owner', ...offsetParams],
    answer(request) {
      const owner = request.params['owner']
      if (typeof owner !== 'object' || Array.isArray(owner)) throw badParam('owner')
      const account = visibleAccount(request, owner['sponsoredAccount'])
      if (account === undefined) throw refusal('ACCESS_DENIED')
      const rows = Object.values(libraryOf(request.exchange.state.pro).leadForms).filter(
        (form) => form.account === account.id,
      )
      return { body: offsetPage(request, rows, wire, 'page') }
    },
  }),
  restCall({
    ...facts,
    name: 'leadForms.get',
    path: '/leadForms/{form}',
    method: 'GET',
    answer(request) {
      const form = libraryOf(request.exchange.state.pro).leadForms[String(request.keys['form'])]
      if (form === undefined || visibleAccount(request, String(form.account)) === undefined)
        throw refusal('NOT_FOUND')
      return { body: request.projected(wire(form)) }
    },
  }),
]
