// Whether the event that a campaign is to count occurs at all: a campaign for an event that never occurs spends in vain.

import { type Body, findStandardEvent } from '@adrail/contract'
import { ServiceError } from '../../../base/errors.ts'
import type { References } from '../../../platforms/social/campaignReferences.ts'
import { standardEvents } from '../standardEvents.ts'
import { isCustomConversion } from './aim.ts'

/** Names within so many letters of a standard event are taken for misspelt, unless the pixel received such an event. */
const maxDistance = 2

const pixelNames = new Map(
  Object.entries(standardEvents).map(([ofPixel, ofCampaign]) => [ofCampaign, ofPixel]),
)

function isReceived(event: string, { events }: References): boolean {
  return !(events instanceof ServiceError) && events.has(pixelNames.get(event) ?? event)
}

/** The standard event that a custom event probably means which the pixel did not receive. */
export function misspeltEvent(event: string, facts: References): string | undefined {
  return isReceived(event, facts) ? undefined : findStandardEvent(event, maxDistance)
}

export function eventWarnings(
  { pixelId, conversionEvent = '' }: Body<'social/create_campaign'>,
  facts: References,
): readonly string[] {
  if (pixelId === undefined || isCustomConversion(conversionEvent)) return []
  if (facts.events instanceof ServiceError)
    return [
      `adrail could not check whether the pixel received ${conversionEvent} events: ${facts.events.message}`,
    ]
  if (isReceived(conversionEvent, facts)) return []
  return [
    `The pixel received no ${conversionEvent} event in the last 7 days. Until it receives some, the platform cannot optimize for them and reports no conversions.`,
  ]
}
