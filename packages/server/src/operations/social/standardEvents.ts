/** Standard events as pixels name them, and as campaigns name them. */
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

/** Statistics of pixels are given for the last seven days; an hour less, because the platform's clock is not ours. */
const statsWindowSeconds = 7 * 86_400 - 3600

/** The earliest time that statistics of a pixel can be read from. */
export function pixelStatsStart(now: number): number {
  return Math.floor(now / 1000) - statsWindowSeconds
}
