// Failures that a tester can inject, each with the platform's own wording, subcode and headers.
// https://developers.facebook.com/docs/marketing-api/error-reference

import type { Exchange, FailureSpec, HttpResponse } from '../../core/exchange.ts'
import { graphErrorResponse } from './errors.ts'

interface ErrorTemplate {
  readonly message: string
  readonly status?: number
  readonly type?: string
  readonly transient?: boolean
  readonly userTitle?: string
  readonly userMessage?: string
}

const tooManyAccountCalls: ErrorTemplate = {
  message:
    'There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
  transient: true,
  userTitle: 'Ad account has too many API calls',
  userMessage: 'There have been too many calls from this ad account. Wait a bit and try again.',
}

const businessLimitError = (subject: string): ErrorTemplate => ({
  message: `There have been too many calls from this ${subject}. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`,
})

const sessionError = (reason: string): ErrorTemplate => ({
  message: `Error validating access token: ${reason}`,
})

// Every code that can be injected by name, with its wording.
const errorTemplates: Readonly<Record<string, ErrorTemplate>> = {
  '1': { message: 'An unknown error occurred', status: 500 },
  '1/99': { message: 'An unknown error occurred', status: 500 },
  '1/2853001': { message: 'The profile is not linked to a delegate page.' },
  '2': { message: 'Service temporarily unavailable', status: 503, transient: true },
  '2/1892058': {
    message: 'An unexpected error has occurred. Please retry your request later.',
    status: 500,
    transient: false,
    userTitle: 'Test lead already exists',
    userMessage: 'Test lead already exists for this form. Delete the existing one before you create another.',
  },
  '3': { message: 'Application does not have the capability to make this API call.' },
  '4': { message: 'Application request limit reached', transient: true },
  '4/1504022': {
    message: 'There have been too many calls from this app. Wait a bit and try again.',
    transient: true,
  },
  '4/1504039': {
    message: 'There have been too many calls from this app. Wait a bit and try again.',
    transient: true,
  },
  '10': { message: 'Application does not have permission for this action', status: 403 },
  '17': { ...tooManyAccountCalls, message: 'User request limit reached' },
  '17/2446079': { ...tooManyAccountCalls, message: 'User request limit reached' },
  '17/1885172': {
    message: 'User request limit reached',
    userTitle: 'Spending limit changed too often',
    userMessage: 'The account spending limit can be changed ten times a day.',
  },
  '32': { message: 'Page request limit reached' },
  '100': { message: 'Invalid parameter' },
  '100/33': {
    message:
      'Unsupported request. Object does not exist, cannot be loaded due to missing permissions, or does not support this operation',
    type: 'GraphMethodException',
  },
  '100/36009': { message: 'This authorization code has been used.' },
  '100/2446289': { message: 'No access to resource.' },
  '100/1487534': {
    message: 'Invalid parameter',
    userTitle: 'Please reduce the amount of data',
    userMessage:
      'The query asks for more data than can be returned in one call. Use a smaller range or fewer fields.',
  },
  '100/1487694': {
    message: 'Invalid parameter',
    userTitle: 'Targeting category not available',
    userMessage: 'The category selected is no longer available. Choose another one.',
  },
  '100/1870034': {
    message: 'Invalid parameter',
    userTitle: 'Custom Audience Terms Not Accepted',
    userMessage:
      'You need to accept the Custom Audience Terms for this ad account: https://www.facebook.com/ads/manage/customaudiences/tos.php',
  },
  '100/1870090': {
    message: 'Invalid parameter',
    userTitle: 'Custom Audience Terms Not Accepted',
    userMessage: 'The Custom Audience Terms have not been accepted.',
  },
  '100/1870092': {
    message: 'Invalid parameter',
    userTitle: 'Business Tools Terms Not Accepted',
    userMessage: 'The Business Tools Terms have not been accepted.',
  },
  '100/1885272': {
    message: 'Invalid parameter',
    userTitle: 'Budget is too low',
    userMessage: 'Your budget is too low. Raise it to at least the minimum.',
  },
  '100/1885650': {
    message: 'Invalid parameter',
    userTitle: 'Budget is too low',
    userMessage: 'The budget must be higher than the amount already spent.',
  },
  '100/1885621': {
    message: 'Invalid parameter',
    userTitle: 'Budget set on two levels',
    userMessage: 'You can set a budget on the ad set or on the campaign, not on both.',
  },
  '100/1772103': {
    message: 'Invalid parameter',
    userTitle: 'Instagram Account Is Missing',
    userMessage: 'Please select an Instagram account to represent your business in your Instagram ads.',
  },
  '100/1815430': {
    message: 'Invalid parameter',
    userTitle: 'Select a promoted object for your ad set',
    userMessage: 'Promoted object is missing. Please add a valid promoted object to the ad set.',
  },
  '100/1815715': {
    message: 'Invalid parameter',
    userTitle: 'Destination not available',
    userMessage: 'The destination is not available for the objective of this campaign.',
  },
  '100/1885014': {
    message: 'Invalid parameter',
    userTitle: 'Select a conversion event',
    userMessage: 'A pixel needs a conversion event.',
  },
  '100/1885154': {
    message: 'Invalid parameter',
    userTitle: 'The ad set promotes nothing',
    userMessage: 'The ad set of this ad needs a promoted object with the page whose post is promoted.',
  },
  '100/1885998': {
    message: 'Invalid parameter',
    userTitle: 'Creative does not fit the ad set',
    userMessage: 'A dynamic creative needs an ad set for dynamic creatives, and no other one.',
  },
  '100/2490408': {
    message: 'Invalid parameter',
    userTitle: 'Performance goal not available',
    userMessage: 'The performance goal is not available for the objective of this campaign.',
  },
  '100/3260011': {
    message: 'Invalid parameter',
    userTitle: 'Pixel cannot be changed',
    userMessage: 'The pixel of an ad set cannot be changed after it was published.',
  },
  '100/3858081': {
    message: 'Invalid parameter',
    userTitle: 'No advertiser indicated',
    userMessage:
      'Indicate the person or organisation that benefits from the ads and the one that pays for them.',
  },
  '100/3858418': {
    message: 'Invalid parameter',
    userTitle: 'Budget sharing not available',
    userMessage: 'Ad sets can only share their budgets when the campaign has none.',
  },
  '100/3858634': {
    message: 'Invalid parameter',
    userTitle: 'Advertiser verification required',
    userMessage: 'Ads shown in this place need a verified beneficiary.',
  },
  '100/3858636': {
    message: 'Invalid parameter',
    userTitle: 'Advertiser verification required',
    userMessage: 'Ads shown in this place need a verified payer.',
  },
  '100/4834005': {
    message: 'Invalid parameter',
    userTitle: 'Budget sharing must be chosen',
    userMessage: 'Say whether ad sets with budgets of their own share them: is_adset_budget_sharing_enabled.',
  },
  '100/2446307': {
    message: 'Invalid parameter',
    userTitle: 'Spending limit is too low',
    userMessage: 'The campaign spending limit is below the minimum.',
  },
  '101': { message: 'Error validating application. Invalid application ID.' },
  '102': sessionError('The session is invalid.'),
  '104': { message: 'Incorrect signature' },
  '105': { message: 'The number of parameters exceeded the maximum for this operation' },
  '190': { message: 'Invalid OAuth access token - Cannot parse access token' },
  '190/458': sessionError('The user has not authorized application.'),
  '190/459': sessionError(
    'The user has been checkpointed. Please log in at https://www.facebook.com to continue.',
  ),
  '190/460': sessionError(
    'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  ),
  '190/461': sessionError('The application was reinstalled.'),
  '190/462': sessionError('The session is stale.'),
  '190/463': sessionError('Session has expired.'),
  '190/464': sessionError('Sessions for the user are not allowed because the user is not a confirmed user.'),
  '190/465': sessionError('The user is invalid.'),
  '190/466': sessionError('The session was invalidated explicitly using an API call.'),
  '190/467': sessionError('The session is invalid because the user logged out.'),
  '190/468': sessionError('The session has not been used for too long.'),
  '190/492': sessionError('The user does not have a role on the Page any more.'),
  '190/493': sessionError('Access to data has lapsed. The user must log in to the app again.'),
  '200': { message: 'Permissions error', status: 403 },
  '294': {
    message:
      'Managing advertisements requires the extended permission ads_management and an application that is approved to use it',
    status: 403,
  },
  '300': { message: 'Edit failure' },
  '341': { message: 'Application limit reached' },
  '368': { message: 'The action attempted has been deemed abusive or is otherwise disallowed' },
  '506': { message: 'Duplicate status message' },
  '613': { message: 'Calls to this api have exceeded the rate limit.' },
  '613/1487742': { ...tooManyAccountCalls, message: 'Calls to this api have exceeded the rate limit.' },
  '613/1996': {
    message: 'Calls to this api have exceeded the rate limit: the volume of calls changed suddenly.',
  },
  '613/1487632': {
    message: 'Calls to this api have exceeded the rate limit.',
    userTitle: 'Budget changed too many times',
    userMessage: 'The budget of this ad set was changed too many times. It can be changed 4 times an hour.',
  },
  '613/5044001': { message: 'Calls to this api have exceeded the rate limit: too many changes in a second.' },
  '613/1487225': { message: 'Calls to this api have exceeded the rate limit: too many ads created.' },
  '803': { message: 'Some of the aliases you requested do not exist' },
  '960': { message: 'The batch request timed out.' },
  '1150': { message: 'An unknown error occurred' },
  '2500': { message: 'Unknown path components' },
  '2635': {
    message:
      'You are calling a deprecated version of the Ads API. Please update to the latest version: v26.0.',
  },
  '2642': { message: 'Invalid cursors values' },
  '2650': { message: 'Failed to update the custom audience' },
  '2654': { message: 'Failed to create custom audience' },
  '3001': { message: 'Invalid query' },
  '3018': { message: 'The start date of the time range cannot be beyond 37 months from the current date' },
  '80000': businessLimitError('ad account for insights'),
  '80000/2446079': businessLimitError('ad account for insights'),
  '80001': businessLimitError('Page account'),
  '80002': businessLimitError('Instagram account'),
  '80003': businessLimitError('ad account for custom audiences'),
  '80003/2446079': businessLimitError('ad account for custom audiences'),
  '80004': { ...tooManyAccountCalls, transient: false },
  '80004/2446079': { ...tooManyAccountCalls, transient: false },
  '80005': businessLimitError('leadgen account'),
  '80006': businessLimitError('Messenger account'),
  '80008': businessLimitError('WhatsApp Business account'),
  '80009': businessLimitError('catalog account'),
  '80014': businessLimitError('catalog account'),
}

// Codes whose messages do not begin with the number.
const unprefixedCodes = new Set([1, 2, 190, 102])

const limitTypes: Readonly<Record<number, string>> = {
  80000: 'ads_insights',
  80001: 'pages',
  80002: 'instagram',
  80003: 'custom_audience',
  80004: 'ads_management',
  80005: 'leadgen',
}

/** Builds an injected failure. Without a code, the failure gets one that fits the status. */
export function failureResponse(exchange: Exchange, spec: FailureSpec): HttpResponse {
  const fallback = spec.status === 429 ? '4' : spec.status === 503 ? '2' : spec.status >= 500 ? '1' : '100'
  const errorKey = spec.code ?? fallback
  const [codeText = '1', subcodeText] = errorKey.split('/')
  const code = Number(codeText)
  const subcode = subcodeText === undefined ? undefined : Number(subcodeText)
  const template = errorTemplates[errorKey] ??
    errorTemplates[codeText] ?? { message: 'An unknown error occurred' }
  const message =
    spec.message ??
    (unprefixedCodes.has(code) || (code === 100 && subcode === 33)
      ? template.message
      : `(#${code}) ${template.message}`)
  const regainMinutes = Math.ceil((spec.retryAfterSeconds ?? 60) / 60)
  return graphErrorResponse(exchange, {
    ...template,
    message,
    code,
    status: spec.status,
    ...(subcode === undefined ? {} : { subcode }),
    headers: buildLimitHeaders(code, exchange, regainMinutes),
  })
}

function buildLimitHeaders(code: number, exchange: Exchange, minutes: number): Record<string, string> {
  const type = limitTypes[code]
  const objectId = /\/act_(\d+)/.exec(exchange.path)?.[1] ?? '0'
  if (type !== undefined) {
    const entry = {
      type,
      call_count: 100,
      total_cputime: 62,
      total_time: 71,
      estimated_time_to_regain_access: minutes,
      ads_api_access_tier: 'standard_access',
    }
    return { 'x-business-use-case-usage': JSON.stringify({ [objectId]: [entry] }) }
  }
  if (code === 17 || code === 613) {
    const usage = {
      acc_id_util_pct: 100,
      reset_time_duration: minutes * 60,
      ads_api_access_tier: 'standard_access',
    }
    return { 'x-ad-account-usage': JSON.stringify(usage) }
  }
  if (code === 4 || code === 32) {
    return { 'x-app-usage': JSON.stringify({ call_count: 100, total_time: 58, total_cputime: 41 }) }
  }
  return {}
}
