// Look-ups of fields whose values are not known by heart, with a description of each choice.

import { client } from '../calls/client.ts'
import { count } from '../words/figures.ts'
import { sentence } from '../words/statuses.ts'
import { type Lookup, namedChoice, pictureIn, postChoices } from './lookup.ts'
import { proLookups } from './proLookups.ts'

const socialPlaces: Lookup = {
  typed: true,
  async find(userId, query, signal) {
    const { locations } = await client.social.search_targeting_locations({ userId, query }, { signal })
    return locations.map(({ key, name, type, region, country_name }) => ({
      label: name,
      detail: [sentence(type), region, country_name].filter((part) => part !== '').join(' · '),
      value: { key, type },
    }))
  },
}

const searchPlaces: Lookup = {
  typed: true,
  async find(userId, query, signal) {
    const { locations } = await client.search.search_locations({ userId, query }, { signal })
    return locations.map(({ id, name, type, canonicalName, reach }) => ({
      label: name,
      detail: `${type} · ${canonicalName} · reaches ${count(reach)}`,
      value: id,
    }))
  },
}

const audiences: Lookup = {
  async find(userId, _query, signal) {
    const { audiences } = await client.social.get_audiences({ userId }, { signal })
    return audiences.map(({ id, name, readiness }) => ({
      label: name,
      detail: sentence(readiness),
      value: id,
    }))
  },
}

const keywords: Lookup = {
  typed: true,
  own: (text) => ({ label: text, detail: 'As typed', value: { text, match_type: 'PHRASE' } }),
  async find(_userId, keyword, signal) {
    const { keywords } = await client.search.generate_keyword_ideas({ keyword }, { signal })
    return keywords.map(({ keyword, searchVolume }) => ({
      label: keyword,
      detail: `${count(searchVolume)} searches a month`,
      value: { text: keyword, match_type: 'PHRASE' },
    }))
  },
}

function systems(type: 'os' | 'device'): Lookup {
  return {
    async find(userId, _query, signal) {
      const { targetingSystems } = await client.social.get_targeting_systems_lookup(
        { userId, type },
        { signal },
      )
      return targetingSystems.map(({ name, platform }) => ({ label: name, detail: platform, value: name }))
    },
  }
}

function media(type: 'IMAGE' | 'VIDEO'): Lookup {
  return {
    shows: 'pictures',
    async find(userId, _query, signal) {
      const results = await client.social.get_ad_account_media({ userId, type }, { signal })
      return results.media.map(({ id, url, picture = url, width, height }) => ({
        label: fileIn(url) || id,
        detail: url === '' ? 'Not ready yet' : `${width} × ${height}`,
        value: id,
        picture: pictureIn(results, picture),
      }))
    },
  }
}

function fileIn(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''
}

/** Keys are an operation and a field. Fields inside lists have no index. */
export const lookups: Readonly<Record<string, Lookup>> = {
  'social/create_campaign locations': socialPlaces,
  'social/create_campaign negativeLocations': socialPlaces,
  'social/create_campaign audienceIds': audiences,
  'social/create_campaign excludedAudienceIds': audiences,
  'social/create_campaign interests': {
    typed: true,
    async find(userId, query, signal) {
      const { interests } = await client.social.search_targeting_interests({ userId, query }, { signal })
      return interests.map(({ id, name, path, audience_size_lower_bound, audience_size_upper_bound }) => ({
        label: name,
        detail: `${path.join(' › ')} · ${count(audience_size_lower_bound)} to ${count(audience_size_upper_bound)} people`,
        value: id,
      }))
    },
  },
  'social/create_campaign locales': {
    async find(userId, _query, signal) {
      const { locales } = await client.social.get_targeting_locales_lookup({ userId }, { signal })
      return locales.map(({ name, key }) => ({ label: name, detail: '', value: key }))
    },
  },
  'social/create_campaign operatingSystems': systems('os'),
  'social/create_campaign devices': systems('device'),
  'social/create_campaign leadFormId': {
    async find(userId, _query, signal) {
      const { leadForms } = await client.social.get_leadform_list({ userId }, { signal })
      return leadForms.map(({ id, name, status }) => ({ label: name, detail: sentence(status), value: id }))
    },
  },
  'social/create_campaign pixelId': {
    async find(userId, _query, signal) {
      const { pixels } = await client.social.get_pixels_list({ userId }, { signal })
      return pixels.map(namedChoice)
    },
  },
  'social/create_campaign ads.imageId': media('IMAGE'),
  'social/create_campaign ads.videoId': media('VIDEO'),
  'social/create_campaign ads.postId': {
    shows: 'pictures',
    find: async (userId, _query, signal) =>
      postChoices(await client.social.get_page_posts({ userId, platform: 'SOCIAL_A' }, { signal })),
  },
  'search/create_search_campaign locations': searchPlaces,
  'search/create_search_campaign negativeLocations': searchPlaces,
  'search/create_search_campaign keywords': keywords,
  'search/create_search_campaign negativeKeywords': keywords,
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
  ...proLookups,
}
