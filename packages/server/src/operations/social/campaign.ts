// What changes of campaigns have in common.

import { ServiceError } from '../../base/errors.ts'
import type { Json } from '../../platforms/kit/values.ts'
import { belongsTo, type SocialConnector } from '../../platforms/social/connector.ts'
import { textOf } from './rows.ts'

/** Refuses a campaign of another ad account as unknown, and one that is gone as unchangeable. */
export function requireOwn(campaign: Json, { selection }: SocialConnector): void {
  if (!belongsTo(campaign, selection.adAccountId))
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'social' } })
  if (campaign['status'] === 'DELETED') throw refused('a deleted campaign cannot be changed.', 'campaignId')
}

/** The platform was asked, and what it said rules the change out. */
export function refused(problem: string, field: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', { field, values: { platform: 'social', problem } })
}

/** An object as people know it: `"Spring bread"`. */
export function quoted(object: Json): string {
  return JSON.stringify(textOf(object, 'name'))
}
