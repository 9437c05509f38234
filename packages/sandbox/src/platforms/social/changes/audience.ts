// Creates, changes and deletes custom audiences, and accepts the terms that an account needs for them.
// https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences

import { nextNumber } from '../../../core/state.ts'
import { requireAdsWrite } from '../access.ts'
import { GraphError, invalidParameter } from '../errors.ts'
import type { NodeKind, Write } from '../graph/nodeKind.ts'
import { chargeUsage } from '../graph/usage.ts'
import { getAccount } from '../relations.ts'
import type { AdAccount, Audience } from '../state.ts'
import { checkRule, normalizeRule } from './audienceRule.ts'

const maxEngagementAudiences = 500
const termsId = '206760949512025'
const subtypes = [
  'CUSTOM',
  'WEBSITE',
  'APP',
  'OFFLINE_CONVERSION',
  'CLAIM',
  'PARTNER',
  'MANAGED',
  'VIDEO',
  'LOOKALIKE',
  'ENGAGEMENT',
  'BAG_OF_ACCOUNTS',
]

export const createAudience: Write<AdAccount> = {
  params: ['name', 'description', 'rule', 'prefill', 'subtype', 'retention_days', 'customer_file_source'],
  run(account, request) {
    const { params, social, now } = request
    requireAdsWrite(request, account)
    chargeUsage(request, 'custom_audience', account.id)
    const name = params.requiredText('name')
    if (!account.audienceTermsAccepted) {
      throw invalidParameter('Invalid parameter', {
        subcode: 1870034,
        transient: false,
        userTitle: 'Custom Audience Terms Not Accepted',
        userMessage: `You need to accept the Custom Audience Terms before you can create a custom audience: https://www.facebook.com/ads/manage/customaudiences/tos.php?act=${account.id}`,
      })
    }
    const requestedSubtype = params.choice('subtype', subtypes)
    const rule = params.json('rule')
    if (rule === undefined && requestedSubtype === undefined)
      throw invalidParameter('The parameter subtype is required.', { blame: ['subtype'] })
    let subtype = requestedSubtype ?? 'ENGAGEMENT'
    if (rule !== undefined) {
      const ruleKind = checkRule(rule, request)
      if (ruleKind === 'engagement') {
        if (requestedSubtype !== undefined) {
          throw new GraphError({
            message: '(#2654) Failed to create custom audience',
            code: 2654,
            userTitle: 'Subtype not supported',
            userMessage: 'The parameter subtype is no longer supported for engagement audiences.',
            blame: ['subtype'],
          })
        }
        subtype = 'ENGAGEMENT'
        const existingAudiences = Object.values(social.audiences).filter(
          (each) => each.account === account.id && each.subtype === 'ENGAGEMENT',
        )
        if (existingAudiences.length >= maxEngagementAudiences) {
          throw new GraphError({
            message: '(#2654) Failed to create custom audience',
            code: 2654,
            userTitle: 'Too many audiences',
            userMessage: `This ad account has reached its limit of ${maxEngagementAudiences} engagement audiences.`,
          })
        }
      } else subtype = 'WEBSITE'
    }
    const prefill = params.boolean('prefill')
    const retention = params.integer('retention_days')
    const audience: Audience = {
      id: String(23_850_000_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.audience'))),
      account: account.id,
      name,
      description: params.text('description') ?? '',
      subtype,
      ...(rule === undefined ? {} : { rule: JSON.stringify(normalizeRule(rule)) }),
      ...(prefill === undefined ? {} : { prefill }),
      ...(retention === undefined ? {} : { retentionDays: retention }),
      createdAt: now,
      updatedAt: now,
    }
    social.audiences[audience.id] = audience
    request.exchange.effect('audience.create', audience.id, {
      account: account.id,
      name,
      description: audience.description,
      rule,
    })
    return { id: audience.id }
  },
}

export const updateAudience: Write<Audience> = {
  params: ['name', 'description'],
  run(audience, request) {
    requireAdsWrite(request, getAccount(request.social, audience))
    const before = { name: audience.name, description: audience.description }
    audience.name = request.params.text('name') ?? audience.name
    audience.description = request.params.text('description') ?? audience.description
    audience.updatedAt = request.now
    request.exchange.effect('audience.update', audience.id, {
      before,
      after: { name: audience.name, description: audience.description },
    })
    return { success: true }
  },
}

export const removeAudience: Write<Audience> = {
  params: [],
  run(audience, request) {
    requireAdsWrite(request, getAccount(request.social, audience))
    delete request.social.audiences[audience.id]
    request.exchange.effect('audience.delete', audience.id, {
      account: audience.account,
      name: audience.name,
    })
    return { success: true }
  },
}

export const termsKind: NodeKind<AdAccount> = {
  type: 'CustomAudiencesTOS',
  id: () => termsId,
  fields: {
    content: (account) =>
      account.audienceTermsAccepted
        ? 'The Custom Audience Terms have been accepted for this ad account.'
        : 'The Custom Audience Terms have not been accepted for this ad account yet.',
    type: () => 'CUSTOM_AUDIENCE',
  },
}

export const acceptTerms: Write<AdAccount> = {
  params: ['tos_id', 'business_id'],
  run(account, request) {
    requireAdsWrite(request, account)
    if (request.params.requiredText('tos_id') !== termsId)
      throw invalidParameter('Param tos_id is not a terms id of this ad account', { blame: ['tos_id'] })
    account.audienceTermsAccepted = true
    request.exchange.effect('terms.accept', account.id, { tos_id: termsId })
    return { success: true }
  },
}
