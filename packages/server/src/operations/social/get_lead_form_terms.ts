import { handler } from '../../pipeline/handler.ts'
import { buildLeadTermsUrl } from './leadTerms.ts'

export const get_lead_form_terms = handler(
  'social/get_lead_form_terms',
  async (_, { connector, createError }) => {
    const accepted = await connector.library.hasAcceptedLeadTerms()
    if (accepted === undefined)
      throw createError('PERMISSION_MISSING', {
        values: {
          platform: 'social',
          problem: 'the platform tells whether the terms are accepted only to people who manage the page.',
        },
      })
    return { accepted, termsUrl: buildLeadTermsUrl(connector.selection.page.id) }
  },
)
