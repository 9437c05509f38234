// These tests compare every field of the declared results with section 2 of the specification.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { SpecifiedOperation } from '../testing/specification.ts'
import { declarationOf } from './index.ts'

/**
 * The name of a type, an object with its fields, an array with the form of its entries, or a map with the form
 * of its values under `<key>`.
 */
type Form = 'string' | 'number' | 'boolean' | readonly [Form] | { readonly [member: string]: Form }

/** Returns an object whose fields are all strings. */
const strings = (...names: string[]): Form => Object.fromEntries(names.map((name) => [name, 'string']))

const page = strings('id', 'name', 'pictureUrl', 'businessManagerId')
const action = strings('action_type', 'value')
const stats: Form = {
  ...(strings(
    'campaignName',
    'cpm',
    'reach',
    'cpc',
    'ctr',
    'clicks',
    'spend',
    'conversions',
    'cost_per_conversion',
    'conversion_rate_ranking',
    'quality_ranking',
    'date_start',
    'date_end',
    'leadCount',
  ) as object),
  cost_per_action_type: [action],
  actions: [action],
  ...(strings(
    'videoAvgTimeWatched',
    'video30SecWatched',
    'videoNoOfPlays',
    'video25PercentWatched',
    'video50PercentWatched',
    'video75PercentWatched',
    'video95PercentWatched',
    'video100PercentWatched',
    'postSaves',
    'postShares',
    'postReactions',
    'postComments',
    'postLikes',
    'cpmPrevious',
    'cpmPercent',
  ) as object),
}
const idAndName = strings('id', 'name')

/** The specified results. Responses may contain more fields. */
const documented: { readonly [Name in SpecifiedOperation]: Form } = {
  'auth/get_connected_accounts_data': {
    connectedAccounts: {
      socialAds: {
        userName: 'string',
        adAccountId: 'number',
        adAccountName: 'string',
        currencyCode: 'string',
        primaryPage: page,
        secondaryPage: page,
      },
      proAds: {
        userName: 'string',
        accountId: 'number',
        accountName: 'string',
        currencyCode: 'string',
        organizationId: 'string',
      },
      searchAds: {
        userName: 'string',
        email: 'string',
        accountId: 'number',
        accountName: 'string',
        currencyCode: 'string',
        managerId: 'string',
      },
    },
  },
  'auth/create_link': { link: 'string' },
  'social/get_page_posts': {
    posts: [
      {
        id: 'string',
        createdTime: 'string',
        postUrl: 'string',
        mediaType: 'string',
        primaryText: 'string',
        image: 'string',
        height: 'number',
        width: 'number',
        video: 'string',
        videoId: 'string',
      },
    ],
  },
  'social/get_ad_account_media': {
    media: [{ url: 'string', width: 'number', height: 'number', id: 'string' }],
    pagination: strings('next', 'previous'),
  },
  'search/create_search_campaign': strings(
    'adGroupResourceName',
    'campaignResourceName',
    'additionalMessage',
  ),
  'social/get_campaign_insights': {
    insights: {
      name: 'string',
      stats,
      adsets: { '<key>': { name: 'string', stats, ads: { '<key>': { name: 'string', stats } } } },
      error: 'string',
    },
  },
  'social/get_video_info': {
    video: {
      id: 'string',
      source: 'string',
      thumbnails: {
        data: [
          {
            id: 'string',
            height: 'number',
            scale: 'number',
            uri: 'string',
            width: 'number',
            is_preferred: 'boolean',
          },
        ],
      },
      status: {
        video_status: 'string',
        uploading_phase: strings('status'),
        processing_phase: strings('status'),
        publishing_phase: strings('status', 'publish_status', 'publish_time'),
      },
    },
  },
  'pro/get_audiences_list': {
    audiences: [
      {
        name: 'string',
        sourcePlatform: 'string',
        id: 'number',
        type: 'string',
        account: 'string',
        inputCount: 'number',
        destinations: [
          {
            destination: 'string',
            lastModified: 'number',
            audienceSize: 'number',
            created: 'number',
            destinationSegmentId: 'string',
            status: 'string',
            matchedCount: 'number',
          },
        ],
      },
    ],
  },
  'social/get_targeting_systems_lookup': {
    targetingSystems: [strings('type', 'name', 'platform', 'description')],
  },
  'social/search_targeting_interests': {
    interests: [
      {
        id: 'string',
        name: 'string',
        type: 'string',
        path: ['string'],
        audience_size_lower_bound: 'number',
        audience_size_upper_bound: 'number',
        description: 'string',
      },
    ],
  },
  'search/create_lead_form': { leadFormAssetId: 'string' },
  'social/search_targeting_locations': {
    locations: [
      {
        key: 'string',
        name: 'string',
        region: 'string',
        country_name: 'string',
        type: 'string',
        country_code: 'string',
        region_id: 'number',
        supports_region: 'boolean',
        supports_city: 'boolean',
      },
    ],
  },
  'social/create_leadform_audience': { audience: idAndName },
  'social/get_custom_conversions': {
    customConversions: [{ name: 'string', value: 'string', is_custom_event: 'boolean' }],
  },
  'search/generate_keyword_ideas': {
    keywords: [{ keyword: 'string', searchVolume: 'number', cpc: 'number' }],
  },
  'social/edit_campaign': {},
  'search/get_location_asset': { locationAssets: [strings('id', 'name', 'place_id')] },
  'social/get_leadform_list': { leadForms: [strings('id', 'name', 'status')] },
  'social/get_targeting_locales_lookup': { locales: [strings('name', 'key')] },
  'search/get_lead_forms': { leadFormInfo: [strings('leadFormAssetId', 'name')] },
  'social/get_pixels_list': { pixels: [idAndName] },
  'search/create_location_group': { locationGroupId: 'string' },
}

/** Fields that may be absent. The specification allows it, or the platform has no value for the field. */
const mayBeAbsent = [
  'connectedAccounts.socialAds',
  'connectedAccounts.proAds',
  'connectedAccounts.searchAds',
  'connectedAccounts.socialAds.secondaryPage',
  'posts[].video',
  'posts[].videoId',
]

// The compiler types the keys as `string`, but this constant has only specified operations as keys.
const entries = Object.entries(documented) as [SpecifiedOperation, Form][]

describe('declared results [R2.types R2.gap.action-entries R2.gap.ads]', () => {
  test.each(entries)('%s declares the documented result fields with their types', (name, form) => {
    const absent: string[] = []
    compare(declarationOf(name).results, form, '', absent)
    expect(mayBeAbsent).toEqual(expect.arrayContaining(absent))
  })
})

function compare(schema: z.ZodType, form: Form, path: string, absent: string[]): void {
  if (schema instanceof z.ZodOptional) {
    absent.push(path)
    compare(schema.unwrap() as z.ZodType, form, path, absent)
  } else if (schema instanceof z.ZodRecord && typeof form === 'object' && '<key>' in form) {
    compare(schema.valueType as z.ZodType, form['<key>'], `${path}.<key>`, absent)
  } else if (schema instanceof z.ZodArray && Array.isArray(form)) {
    compare(schema.element as z.ZodType, form[0], `${path}[]`, absent)
  } else if (schema instanceof z.ZodObject && typeof form === 'object') {
    for (const [member, inner] of Object.entries(form)) {
      const fieldPath = path === '' ? member : `${path}.${member}`
      expect(schema.shape, fieldPath).toHaveProperty(member)
      compare(schema.shape[member], inner, fieldPath, absent)
    }
  } else {
    const type = schema instanceof z.ZodEnum ? 'string' : schema.type
    expect(type, path).toBe(form)
  }
}
