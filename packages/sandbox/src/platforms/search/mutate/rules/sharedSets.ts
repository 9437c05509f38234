// Shared lists of negative keywords, their keywords and their links to campaigns.
// https://developers.google.com/google-ads/api/docs/targeting/shared-sets.
// create_and_attach_shared_keyword_set.py of googleads/google-ads-python creates the same resources.

import { lastSegment } from '../../resources.ts'
import { asObject, asString, type WireObject } from '../../wire.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules } from '../rule.ts'
import { checkNotRemoved, completeSharedKeyword } from './criteria.ts'
import { checkCountLimit, countLimits } from './limits.ts'
import { checkUniqueName } from './names.ts'

const liveSetKey = (resource: WireObject) =>
  isRemoved(resource) ? undefined : asString(resource['sharedSet'])

export const sharedSetRules: ResourceRules = {
  create(context, set) {
    set['id'] = context.draft.nextId('sharedSet')
    set['status'] = 'ENABLED'
    checkUniqueName(context, 'shared_set', set, 'sharedSetError.DUPLICATE_NAME')
    if (set['type'] !== 'NEGATIVE_KEYWORDS')
      context.report('sharedSetError.CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE', ['type'])
    const existingCount = [...context.draft.all('shared_set')].filter((other) => !isRemoved(other)).length
    checkCountLimit(context, countLimits.sharedSets, existingCount, context.draft.customerId)
    return undefined
  },
  update: (context, set) => checkUniqueName(context, 'shared_set', set, 'sharedSetError.DUPLICATE_NAME'),
  remove(context, set) {
    const name = asString(set['resourceName'])
    if (context.draft.countByKey('campaign_shared_set', 'set', liveSetKey, name) > 0)
      context.report('sharedSetError.SHARED_SET_IN_USE', [], { trigger: name })
  },
}

export const sharedCriterionRules: ResourceRules = {
  create(context, criterion) {
    criterion['negative'] = true
    const set = asString(criterion['sharedSet'])
    checkNotRemoved(context, 'shared_set', set, ['shared_set'])
    if (criterion['keyword'] === undefined) {
      context.report('sharedCriterionError.CRITERION_TYPE_NOT_ALLOWED_FOR_SHARED_SET_TYPE', ['criterion'])
      return undefined
    }
    completeSharedKeyword(context, criterion)
    const memberCount = context.draft.countByKey('shared_criterion', 'set', liveSetKey, set)
    checkCountLimit(context, countLimits.sharedSetMembers, memberCount, lastSegment(set))
    return undefined
  },
}

export const campaignSharedSetRules: ResourceRules = {
  create(context, link) {
    link['status'] = 'ENABLED'
    checkNotRemoved(context, 'campaign', asString(link['campaign']), ['campaign'])
    checkNotRemoved(context, 'shared_set', asString(link['sharedSet']), ['shared_set'])
    return undefined
  },
}

/** The number of keywords and of campaigns of a list, which only the platform sets. */
export function countLinks(set: WireObject, links: Iterable<WireObject>): string {
  const name = asString(asObject(set)['resourceName'])
  return String([...links].filter((link) => liveSetKey(link) === name).length)
}
