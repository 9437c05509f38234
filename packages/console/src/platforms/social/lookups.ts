// Look-ups of the campaign form for Meta, by field.

import { client } from '../../calls/client.ts'
import { findPicture, type Lookup, toChoice, toPostChoices } from '../../form/lookup.ts'
import { formatCount } from '../../words/formats.ts'
import { formatCode } from '../../words/statuses.ts'

const placeLookup: Lookup = {
  requiresQuery: true,
  async find(userId, query, signal) {
    const { locations } = await client.social.search_targeting_locations({ userId, query }, { signal })
    return locations.map(({ key, name, type, region, country_name }) => ({
      label: name,
      detail: [formatCode(type), region, country_name].filter((part) => part !== '').join(' · '),
      value: { key, type },
    }))
  },
}

const audienceLookup: Lookup = {
  async find(userId, _query, signal) {
    const { audiences } = await client.social.get_audiences({ userId }, { signal })
    return audiences.map(({ id, name, readiness }) => ({
      label: name,
      detail: formatCode(readiness),
      value: id,
    }))
  },
}

function createSystemLookup(type: 'os' | 'device'): Lookup {
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

function createMediaLookup(type: 'IMAGE' | 'VIDEO'): Lookup {
  return {
    display: 'pictures',
    async find(userId, _query, signal) {
      const results = await client.social.get_ad_account_media({ userId, type }, { signal })
      return results.media.map(({ id, url, picture = url, width, height }) => ({
        label: getFileName(url) || id,
        detail: url === '' ? 'Not ready yet' : `${width} × ${height}`,
        value: id,
        picture: findPicture(results, picture),
      }))
    },
  }
}

function getFileName(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''
}

export const socialLookups: Readonly<Record<string, Lookup>> = {
  'social/create_campaign locations': placeLookup,
  'social/create_campaign negativeLocations': placeLookup,
  'social/create_campaign audienceIds': audienceLookup,
  'social/create_campaign excludedAudienceIds': audienceLookup,
  'social/create_campaign interests': {
    requiresQuery: true,
    async find(userId, query, signal) {
      const { interests } = await client.social.search_targeting_interests({ userId, query }, { signal })
      return interests.map(({ id, name, path, audience_size_lower_bound, audience_size_upper_bound }) => ({
        label: name,
        detail: `${path.join(' › ')} · ${formatCount(audience_size_lower_bound)} to ${formatCount(audience_size_upper_bound)} people`,
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
  'social/create_campaign operatingSystems': createSystemLookup('os'),
  'social/create_campaign devices': createSystemLookup('device'),
  'social/create_campaign leadFormId': {
    async find(userId, _query, signal) {
      const { leadForms } = await client.social.get_leadform_list({ userId }, { signal })
      return leadForms.map(({ id, name, status }) => ({ label: name, detail: formatCode(status), value: id }))
    },
  },
  'social/create_campaign pixelId': {
    async find(userId, _query, signal) {
      const { pixels } = await client.social.get_pixels_list({ userId }, { signal })
      return pixels.map(toChoice)
    },
  },
  'social/create_campaign ads.imageId': createMediaLookup('IMAGE'),
  'social/create_campaign ads.videoId': createMediaLookup('VIDEO'),
  'social/create_campaign ads.postId': {
    display: 'pictures',
    find: async (userId, _query, signal) =>
      toPostChoices(await client.social.get_page_posts({ userId, platform: 'SOCIAL_A' }, { signal })),
  },
}
