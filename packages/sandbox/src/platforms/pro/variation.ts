// The parts of LinkedIn's responses that may vary.

import type { Exchange } from '../../core/exchange.ts'
import {
  createEndToken,
  isJsonObject,
  type JsonObject,
  type VariationChoices,
  type VariationRules,
} from '../../variation/rules.ts'

// Cursors are in queries, which LinkedIn limits to 4,000 characters:
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling
const cursorLength = 400

// Metrics: null in the schema of tap-linkedin-ads (ad_analytics_by_campaign.json), zero in LinkedIn's own
// samples.
export const proVariation: VariationRules = {
  rowLists: ['elements'],
  numberOrText: ['costInLocalCurrency', 'conversionValueInLocalCurrency'],
  omittedWhenEmpty: [
    'servingStatuses',
    'servingHoldReasons',
    'rejectionReasons',
    'externalWebsiteConversions',
    'oneClickLeads',
    'videoViews',
    'sends',
  ],
  nullable: [
    'approximateMemberReach',
    'audienceSize',
    'commentary',
    'content',
    'conversionValueInLocalCurrency',
    'costInLocalCurrency',
    'dailyBudget',
    'end',
    'externalWebsiteConversions',
    'facetUrn',
    'inputCount',
    'isServing',
    'matchedCount',
    'objectiveType',
    'oneClickLeads',
    'publishedAt',
    'rejectionReasons',
    'sends',
    'servingHoldReasons',
    'servingStatuses',
    'totalBudget',
    'videoViews',
  ],
  unorderedFields: ['servingStatuses', 'servingHoldReasons'],
  unorderedCalls: ['adAnalytics.analytics', 'adAnalytics.statistics', 'adAccountUsers.authenticatedUser'],
  cursorLength,
  errorTextPaths: [
    'message',
    'error_description',
    'errorDetails.inputErrors[].description',
    'errorDetails.conditionalInputErrors[].description',
  ],
  verbatimFields: ['localized', 'content', 'targetingCriteria', 'statuses', 'errors', 'answers'],
  mapCalls: [],
  unknownFields: { creativeInsightHints: ['STANDARD'], changeHint: { time: 0, actor: null } },
  listBodies: 'responses',
  pagePastEnd: 'empty list',
  varyPaging,
  addEmptyLastPage,
  errorTexts: {
    replacements: ['Not accepted', 'This did not work, see the reference of this service'],
    required: [
      {
        text: /^ERROR :: \/\S* :: /m,
        reason:
          'A body that does not fit the schema is refused with a message alone, so that only the text has the path: https://github.com/danielpopamd/linkedin-ads-mcp/issues/4.',
      },
      {
        text: /(?<![\w/])\/[A-Z][A-Za-z]*\/[A-Za-z/]+/,
        reason:
          'Some details have no fieldPath and name the field in their description: https://learn.microsoft.com/en-us/linkedin/marketing/error-responses.',
      },
      {
        text: /\blocale\b/i,
        reason:
          'A locale that LinkedIn does not have is refused with the path /targetingCriteria, so that only the description names the locale.',
      },
    ],
  },
}

/**
 * The marker for an unknown total:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking
 */
function varyPaging(paging: JsonObject, { isVaried }: VariationChoices): void {
  if (typeof paging['total'] === 'number' && isVaried('offsetTotals', '')) paging['total'] = -1
}

/**
 * Only a page without a token is the last one, and it may be empty. Lists by `start` may link to a page beyond
 * the last one.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
 */
function addEmptyLastPage(body: JsonObject, exchange: Exchange, { isVaried }: VariationChoices): void {
  const { elements, metadata, paging } = body
  const { isPastEnd, query, rawQuery, path } = exchange
  if (isPastEnd === true && isJsonObject(metadata)) {
    delete metadata['nextPageToken']
    return
  }
  if (!Array.isArray(elements) || elements.length === 0) return
  if (isJsonObject(paging) && Array.isArray(paging['links'])) {
    const { start, count, links } = paging
    const size = Number(count)
    const isLast = !links.some((link) => isJsonObject(link) && link['rel'] === 'next')
    if (!isLast || (Number(start) === 0 && elements.length !== size) || !isVaried('emptyLastPage', '')) return
    const otherParameters = rawQuery.split('&').filter((part) => !/^(start|count|)(=|$)/.test(part))
    const href = `${path}?${[...otherParameters, `count=${size}`, `start=${Number(start) + size}`].join('&')}`
    links.push({ type: 'application/json', rel: 'next', href })
    return
  }
  if (!isJsonObject(metadata) || metadata['nextPageToken'] !== undefined) return
  const token = query.get('pageToken') ?? ''
  if (token === '' && String(elements.length) !== query.get('pageSize')) return
  if (!isVaried('emptyLastPage', '')) return
  metadata['nextPageToken'] = createEndToken(token, cursorLength, isVaried)
}
