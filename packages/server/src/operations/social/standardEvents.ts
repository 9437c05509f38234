/** Maps the standard event names that pixels use to the names that campaigns use. */
export const standardEvents: Readonly<Record<string, string>> = {
  AddPaymentInfo: 'ADD_PAYMENT_INFO',
  AddToCart: 'ADD_TO_CART',
  AddToWishlist: 'ADD_TO_WISHLIST',
  CompleteRegistration: 'COMPLETE_REGISTRATION',
  Contact: 'CONTACT',
  ViewContent: 'CONTENT_VIEW',
  CustomizeProduct: 'CUSTOMIZE_PRODUCT',
  Donate: 'DONATE',
  FindLocation: 'FIND_LOCATION',
  InitiateCheckout: 'INITIATED_CHECKOUT',
  Lead: 'LEAD',
  Purchase: 'PURCHASE',
  Schedule: 'SCHEDULE',
  Search: 'SEARCH',
  StartTrial: 'START_TRIAL',
  SubmitApplication: 'SUBMIT_APPLICATION',
  Subscribe: 'SUBSCRIBE',
}

/** The platform keeps pixel statistics for seven days. One hour less allows for clock skew. */
const statsWindowSeconds = 7 * 86_400 - 3600

/** Returns the earliest time, in Unix seconds, from which pixel statistics can be read. */
export function pixelStatsStart(now: number): number {
  return Math.floor(now / 1000) - statsWindowSeconds
}
