// Look-ups of the campaign form for LinkedIn, by field.

import type { Body } from '@adrail/client'
import { client } from '../../calls/client.ts'
import { type Lookup, toChoice, toPostChoices } from '../../form/lookup.ts'

/** Finds places, jobs and companies on LinkedIn. Short lists need no query. */
function createFacetLookup(facet: Body<'pro/search_targeting'>['facet'], requiresQuery: boolean): Lookup {
  return {
    requiresQuery,
    async find(userId, query, signal) {
      const body = { userId, facet, ...(query === '' ? {} : { query }) }
      const { entities } = await client.pro.search_targeting(body, { signal })
      return entities.map(toChoice)
    },
  }
}

const audienceLookup: Lookup = {
  async find(userId, _query, signal) {
    const { audiences } = await client.pro.get_audiences_list({ userId }, { signal })
    return audiences.map(toChoice)
  },
}

export const proLookups: Readonly<Record<string, Lookup>> = {
  'pro/create_campaign locations': createFacetLookup('locations', true),
  'pro/create_campaign negativeLocations': createFacetLookup('locations', true),
  'pro/create_campaign jobFunctions': createFacetLookup('jobFunctions', false),
  'pro/create_campaign seniorities': createFacetLookup('seniorities', false),
  'pro/create_campaign titles': createFacetLookup('titles', true),
  'pro/create_campaign skills': createFacetLookup('skills', true),
  'pro/create_campaign industries': createFacetLookup('industries', false),
  'pro/create_campaign companySizes': createFacetLookup('companySizes', false),
  'pro/create_campaign language': createFacetLookup('languages', false),
  'pro/create_campaign companies': createFacetLookup('companies', true),
  'pro/create_campaign audienceIds': audienceLookup,
  'pro/create_campaign excludedAudienceIds': audienceLookup,
  'pro/create_campaign leadFormId': {
    async find(userId, _query, signal) {
      const { leadForms } = await client.pro.get_lead_forms({ userId }, { signal })
      return leadForms.map(toChoice)
    },
  },
  'pro/create_campaign conversionIds': {
    async find(userId, _query, signal) {
      const { conversions } = await client.pro.get_conversions({ userId }, { signal })
      return conversions.map(toChoice)
    },
  },
  'pro/create_campaign ads.postId': {
    display: 'pictures',
    find: async (userId, _query, signal) =>
      toPostChoices(await client.pro.get_page_posts({ userId }, { signal })),
  },
}
