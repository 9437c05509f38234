import { handler } from '../../pipeline/handler.ts'
import { buildLeadTermsUrl } from './leadTerms.ts'

export const get_lead_form_terms = handler('social/get_lead_form_terms', async (_, { connector, refuse }) => {
  const accepted = await connector.leadTermsAccepted()
  if (accepted === undefined)
    throw refuse('PERMISSION_MISSING', {
      values: {
        platform: 'social',
        problem: 'the platform tells whether the terms are accepted only to people who manage the page.',
      },
    })
  return { accepted, termsUrl: buildLeadTermsUrl(connector.selection.page.id) }
})
