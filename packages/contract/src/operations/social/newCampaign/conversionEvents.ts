// Standard events of Meta that a campaign may count, by objective. Any other name is a custom event of the
// pixel's owner. Digits are the id of a custom conversion.
// https://developers.facebook.com/docs/marketing-api/reference/ad-promoted-object and
// AdPromotedObject.CustomEventType in facebook/facebook-python-business-sdk. Names that pixels use:
// https://developers.facebook.com/docs/meta-pixel/reference.

import { findNearestName } from '../../../nearest.ts'

const commonEvents = ['COMPLETE_REGISTRATION', 'START_TRIAL', 'SUBSCRIBE']
const salesEvents =
  `PURCHASE INITIATED_CHECKOUT ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST DONATE CONTENT_VIEW SEARCH`.split(
    ' ',
  )
const leadEvents = ['LEAD', 'CONTACT', 'FIND_LOCATION', 'SCHEDULE', 'SUBMIT_APPLICATION']
const otherEvents = ['CUSTOMIZE_PRODUCT']

export const conversionEvents = {
  SALES: [...salesEvents, ...commonEvents],
  LEADS: [...leadEvents, ...commonEvents],
} as const

export const standardEvents: readonly string[] = [
  ...commonEvents,
  ...salesEvents,
  ...leadEvents,
  ...otherEvents,
]

/** Pixels use different names for two of the standard events. */
const pixelNames: Readonly<Record<string, string>> = {
  ViewContent: 'CONTENT_VIEW',
  InitiateCheckout: 'INITIATED_CHECKOUT',
}

/**
 * Returns the standard event that a misspelled name probably stands for: within `maxDistance` letters,
 * ignoring case and width. Meta would treat such a name as a custom event that never occurs.
 */
export function findStandardEvent(event: string, maxDistance: number): string | undefined {
  if (standardEvents.includes(event) || /^\d+$/.test(event)) return undefined
  const nearestName = findNearestName(
    event.normalize('NFKC'),
    [...standardEvents, ...Object.keys(pixelNames)],
    maxDistance,
  )
  return nearestName === undefined ? undefined : (pixelNames[nearestName] ?? nearestName)
}
