// The parts of Meta's responses that may vary.

import { padCursor, toEndCursor } from '../../core/cursorPadding.ts'
import type { Exchange } from '../../core/exchange.ts'
import {
  isJsonObject,
  type JsonObject,
  type VariationChoices,
  type VariationRules,
} from '../../variation/rules.ts'

// The longest cursors in recorded responses.
const cursorLength = 1100

// Budgets and metrics: the reference and recordings have text. The schemas of tap-facebook (campaigns.json)
// and of Airbyte's source-facebook-marketing (ads_action_stats.json) have numbers. Ids of debug_token are
// recorded as numbers.
export const socialVariation: VariationRules = {
  rowLists: ['data'],
  numberOrText: [
    'daily_budget',
    'lifetime_budget',
    'impressions',
    'clicks',
    'reach',
    'spend',
    'cpm',
    'cpc',
    'ctr',
    'value',
  ],
  omittedWhenEmpty: [
    'issues_info',
    'adlabels',
    'data_sources',
    'subattachments',
    'message',
    'story',
    'description',
    'caption',
    'clicks',
    'cpc',
    'ctr',
    'actions',
    'cost_per_action_type',
    'conversions',
    'is_unavailable',
    'is_archived',
  ],
  nullable: [
    'actions',
    'ads',
    'adsets',
    'approximate_count_lower_bound',
    'approximate_count_upper_bound',
    'attachments',
    'audience_size_lower_bound',
    'audience_size_upper_bound',
    'business',
    'caption',
    'children',
    'connected_instagram_account',
    'conversions',
    'cost_per_action_type',
    'cpc',
    'cpm',
    'ctr',
    'custom_event_type',
    'daily_budget',
    'delivery_status',
    'description',
    'end_time',
    'full_picture',
    'instagram_business_account',
    'issues_info',
    'lifetime_budget',
    'message',
    'owner_business',
    'permalink_url',
    'pixel',
    'rule',
    'source',
    'start_time',
    'stop_time',
    'story',
    'subattachments',
    'thumbnail_url',
    'thumbnails',
  ],
  unorderedFields: ['actions', 'action_values', 'cost_per_action_type', 'conversions', 'tasks', 'adlabels'],
  unorderedCalls: [
    'permissions.list',
    'adaccounts.list',
    'accounts.list',
    'businesses.list',
    'owned_pages.list',
    'client_pages.list',
    'adspixels.list',
    'customconversions.list',
  ],
  cursorLength,
  errorTextPaths: ['error.message', 'error.error_user_title', 'error.error_user_msg'],
  verbatimFields: ['targeting', 'rule', 'images', 'field_data', 'metadata', 'summary', 'headers'],
  mapCalls: ['ids.read', 'adimages.create', 'debug_token'],
  unknownFields: { ad_experience_flags: ['STANDARD'], delivery_hint: { level: 2, text: null } },
  listBodies: 'verbatim',
  // Cursors point to entries, so that no entry follows the last one anyway.
  pagePastEnd: 'rows',
  varyPaging,
  addEmptyLastPage,
  errorTexts: {
    replacements: [
      'This did not work.',
      'We could not do what you wanted. Take a look at our developer site.',
      'No se pudo completar la solicitud.',
      'Diese Aktion war nicht erfolgreich.',
    ],
    required: [
      {
        code: 1,
        text: /reduce the amount of data/i,
        reason:
          'Code 1, alone or with subcode 99, is the unknown error as well. Recorded errors have these words in message, or in error_user_title with subcode 99.',
      },
      {
        code: 1,
        text: /validating client secret/i,
        reason: 'Code 1 is the unknown error as well. Clients that check the secret compare this text.',
      },
      {
        code: 100,
        text: /requires the (?:'\w+' or )*'\w+' permission/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well, and only the text names the permission: https://developers.facebook.com/docs/apps/review/login-permissions.',
      },
      {
        code: 100,
        text: /missing permissions?\b/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well. "(#100) Missing permissions" is recorded without a subcode.',
      },
      {
        code: 100,
        text: /nonexisting field \(\w+\) on node type \(\w+\)/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well, and only the text has the type of the node. Recorded for the field `tasks` of a page.',
      },
      {
        code: 100,
        text: /appsecret_proof/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well: https://developers.facebook.com/docs/graph-api/securing-requests.',
      },
      {
        code: 100,
        text: /is not valid for fields/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well. Recorded for fields of insights that do not exist, without a subcode.',
      },
      {
        code: 100,
        text: /after cursor/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well: https://developers.facebook.com/docs/graph-api/results has this error with code and message alone.',
      },
      {
        code: 100,
        text: /weren't there while creating the report run/i,
        reason:
          'Code 100 without a subcode is an invalid parameter as well. tap-facebook compares this text to retry, and its recordings have no subcode.',
      },
      {
        code: 190,
        text: /page access token/i,
        reason:
          'Code 190 without a subcode is an expired token as well. "(#190) This method must be called with a Page Access Token" is recorded without a subcode.',
      },
      {
        code: 190,
        text: /must be granted before impersonating/i,
        reason:
          'Code 190 without a subcode is an expired token as well. Recorded with type OAuthException and without a subcode.',
      },
      {
        code: 200,
        text: /\b[a-z]+(?:_[a-z]+)+\b/,
        reason:
          'Code 200 is every missing permission, and only the text names it, such as "Requires ads_management permission to manage the object".',
      },
    ],
  },
}

/** Pads the cursors of a page and of its links. */
function varyPaging(paging: JsonObject, { isVaried }: VariationChoices): void {
  const { cursors } = paging
  if (!isJsonObject(cursors) || !isVaried('longCursors', '')) return
  paging['cursors'] = Object.fromEntries(
    Object.entries(cursors).map(([name, cursor]) => [name, padCursor(String(cursor), cursorLength)]),
  )
  for (const link of ['next', 'previous']) {
    const address = paging[link]
    if (typeof address === 'string') paging[link] = padUrlCursors(address)
  }
}

/**
 * The last page of a list of several pages may link to one more page, which is empty and has no paging. A
 * first page links to one only when it is full.
 */
function addEmptyLastPage(body: JsonObject, exchange: Exchange, { isVaried }: VariationChoices): void {
  const { data, paging } = body
  if (exchange.method !== 'GET' || !Array.isArray(data) || !isJsonObject(paging)) return
  if (data.length === 0) {
    if (isVaried('emptyLastPage', 'paging')) delete body['paging']
    return
  }
  const { cursors, next } = paging
  if (next !== undefined || !isJsonObject(cursors) || typeof cursors['after'] !== 'string') return
  const { origin, path, rawQuery, headers } = exchange
  const query = new URLSearchParams(rawQuery)
  const isFirst = !query.has('after')
  if (isFirst && data.length !== Number(query.get('limit'))) return
  if (!isVaried('emptyLastPage', '')) return
  query.delete('before')
  query.set('after', toEndCursor(cursors['after']))
  const [, token] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? []
  if (token !== undefined) query.set('access_token', token)
  paging['next'] = `${origin}${path}?${query}`
}

function padUrlCursors(address: string): string {
  const url = new URL(address)
  for (const name of ['after', 'before']) {
    const cursor = url.searchParams.get(name)
    if (cursor !== null) url.searchParams.set(name, padCursor(cursor, cursorLength))
  }
  return url.href
}
