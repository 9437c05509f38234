// Lead forms of an ad account. https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Call } from '../../../core/exchange.ts'
import { findVisibleAccount, toUrn } from '../access.ts'
import { restCall } from '../call.ts'
import { invalidParam, proError } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import { getContentLibrary, type ProLeadForm } from '../state.ts'

const serializeLeadForm = ({ id, account, name, state, created }: ProLeadForm) => ({
  id,
  owner: { sponsoredAccount: toUrn('sponsoredAccount', account) },
  name,
  state,
  versionId: 1,
  created,
  lastModified: created,
  creationLocale: { country: 'US', language: 'en' },
})

const commonCall = {
  resource: 'leadForms',
  scopes: ['r_ads', 'rw_ads'],
  source: 'https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#find-lead-forms-by-owner',
} as const

export const leadFormCalls: readonly Call[] = [
  restCall({
    ...commonCall,
    name: 'leadForms.owner',
    path: '/leadForms',
    method: 'FINDER',
    finder: 'owner',
    params: ['owner', ...offsetParams],
    respond(request) {
      const owner = request.params['owner']
      if (typeof owner !== 'object' || Array.isArray(owner)) throw invalidParam('owner')
      const account = findVisibleAccount(request, owner['sponsoredAccount'])
      if (account === undefined) throw proError('ACCESS_DENIED')
      const rows = Object.values(getContentLibrary(request.exchange.state.pro).leadForms).filter(
        (form) => form.account === account.id,
      )
      return { body: offsetPage(request, rows, serializeLeadForm, 'page') }
    },
  }),
  restCall({
    ...commonCall,
    name: 'leadForms.get',
    path: '/leadForms/{form}',
    method: 'GET',
    respond(request) {
      const form = getContentLibrary(request.exchange.state.pro).leadForms[String(request.keys['form'])]
      if (form === undefined || findVisibleAccount(request, String(form.account)) === undefined)
        throw proError('NOT_FOUND')
      return { body: request.applyProjection(serializeLeadForm(form)) }
    },
  }),
]
