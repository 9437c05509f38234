// Look-ups of the campaign form for Google Ads, by field.

import { client } from '../../calls/client.ts'
import type { Lookup } from '../../form/lookup.ts'
import { formatCount } from '../../words/formats.ts'

const placeLookup: Lookup = {
  requiresQuery: true,
  async find(userId, query, signal) {
    const { locations } = await client.search.search_locations({ userId, query }, { signal })
    return locations.map(({ id, name, type, canonicalName, reach }) => ({
      label: name,
      detail: `${type} · ${canonicalName} · reaches ${formatCount(reach)}`,
      value: id,
    }))
  },
}

const keywordLookup: Lookup = {
  requiresQuery: true,
  createCustomChoice: (text) => ({ label: text, detail: 'As typed', value: { text, match_type: 'PHRASE' } }),
  async find(_userId, keyword, signal) {
    const { keywords } = await client.search.generate_keyword_ideas({ keyword }, { signal })
    return keywords.map(({ keyword, searchVolume }) => ({
      label: keyword,
      detail: `${formatCount(searchVolume)} searches a month`,
      value: { text: keyword, match_type: 'PHRASE' },
    }))
  },
}

export const searchLookups: Readonly<Record<string, Lookup>> = {
  'search/create_search_campaign locations': placeLookup,
  'search/create_search_campaign negativeLocations': placeLookup,
  'search/create_search_campaign keywords': keywordLookup,
  'search/create_search_campaign negativeKeywords': keywordLookup,
  'search/create_search_campaign languages': {
    async find(userId, _query, signal) {
      const { languages } = await client.search.get_languages({ userId }, { signal })
      return languages.map(({ code, name }) => ({ label: name, detail: code, value: code }))
    },
  },
  'search/create_search_campaign leadFormAssetId': {
    async find(userId, _query, signal) {
      const { leadFormInfo } = await client.search.get_lead_forms({ userId }, { signal })
      return leadFormInfo.map(({ leadFormAssetId, name }) => ({
        label: name,
        detail: leadFormAssetId,
        value: leadFormAssetId,
      }))
    },
  },
}
