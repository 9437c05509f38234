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
          problem: 'Meta shows only to people who manage the page whether the terms are accepted.',
        },
      })
    return { accepted, termsUrl: buildLeadTermsUrl(connector.selection.page.id) }
  },
)
