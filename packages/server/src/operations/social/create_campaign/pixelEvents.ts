// Checks whether the pixel receives the conversion event. A campaign for an event that never occurs wastes
// its budget.

import { type Body, findStandardEvent } from '@adrail/contract'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import { standardEvents } from '../standardEvents.ts'
import { isCustomConversion } from './objectives.ts'

/**
 * A custom event name within this edit distance of a standard event counts as misspelled, unless the pixel
 * received that event.
 */
const maxDistance = 2

const pixelEventByStandardEvent = new Map(
  Object.entries(standardEvents).map(([pixelEvent, campaignEvent]) => [campaignEvent, pixelEvent]),
)

function isEventReceived(event: string, { events }: CampaignReferences): boolean {
  return !(events instanceof ServiceError) && events.has(pixelEventByStandardEvent.get(event) ?? event)
}

/**
 * Returns the standard event that a custom event probably means. Undefined when the pixel received the event.
 */
export function suggestStandardEvent(event: string, references: CampaignReferences): string | undefined {
  return isEventReceived(event, references) ? undefined : findStandardEvent(event, maxDistance)
}

export function collectEventWarnings(
  { pixelId, conversionEvent = '' }: Body<'social/create_campaign'>,
  references: CampaignReferences,
): readonly string[] {
  if (pixelId === undefined || isCustomConversion(conversionEvent)) return []
  if (references.events instanceof ServiceError)
    return [
      `adrail could not check whether the pixel received ${conversionEvent} events: ${references.events.problem}`,
    ]
  if (isEventReceived(conversionEvent, references)) return []
  return [
    `The pixel received no ${conversionEvent} events in the last 7 days. Until the pixel receives such events, Meta cannot optimize for them and reports no conversions.`,
  ]
}
