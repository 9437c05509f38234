// Look-ups of the campaign form for LinkedIn, by field.

import type { Body } from '@adrail/client'
import { client } from '../calls/client.ts'
import { type Lookup, namedChoice, postChoices } from './lookup.ts'

/** Finds places, jobs and companies on LinkedIn. Short lists need no query. */
function proFacet(facet: Body<'pro/search_targeting'>['facet'], typed: boolean): Lookup {
  return {
    typed,
    async find(userId, query, signal) {
      const body = { userId, facet, ...(query === '' ? {} : { query }) }
      const { entities } = await client.pro.search_targeting(body, { signal })
      return entities.map(namedChoice)
    },
  }
}

const proAudiences: Lookup = {
  async find(userId, _query, signal) {
    const { audiences } = await client.pro.get_audiences_list({ userId }, { signal })
    return audiences.map(namedChoice)
  },
}

export const proLookups: Readonly<Record<string, Lookup>> = {
  'pro/create_campaign locations': proFacet('locations', true),
  'pro/create_campaign negativeLocations': proFacet('locations', true),
  'pro/create_campaign jobFunctions': proFacet('jobFunctions', false),
  'pro/create_campaign seniorities': proFacet('seniorities', false),
  'pro/create_campaign titles': proFacet('titles', true),
  'pro/create_campaign skills': proFacet('skills', true),
  'pro/create_campaign industries': proFacet('industries', false),
  'pro/create_campaign companySizes': proFacet('companySizes', false),
  'pro/create_campaign language': proFacet('languages', false),
  'pro/create_campaign companies': proFacet('companies', true),
  'pro/create_campaign audienceIds': proAudiences,
  'pro/create_campaign excludedAudienceIds': proAudiences,
  'pro/create_campaign leadFormId': {
    async find(userId, _query, signal) {
      const { leadForms } = await client.pro.get_lead_forms({ userId }, { signal })
      return leadForms.map(namedChoice)
    },
  },
  'pro/create_campaign conversionIds': {
    async find(userId, _query, signal) {
      const { conversions } = await client.pro.get_conversions({ userId }, { signal })
      return conversions.map(namedChoice)
    },
  },
  'pro/create_campaign ads.postId': {
    shows: 'pictures',
    find: async (userId, _query, signal) =>
      postChoices(await client.pro.get_page_posts({ userId }, { signal })),
  },
}
