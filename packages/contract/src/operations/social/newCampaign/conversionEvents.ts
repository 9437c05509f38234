// Which of the platform's standard events a campaign may count, by its objective. Every other name is an event of the
// pixel's owner; digits are a custom conversion.
// https://developers.facebook.com/docs/marketing-api/reference/ad-promoted-object

const ofBoth = ['COMPLETE_REGISTRATION', 'START_TRIAL', 'SUBSCRIBE']
const ofSales =
  `PURCHASE INITIATED_CHECKOUT ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST DONATE CONTENT_VIEW SEARCH`.split(
    ' ',
  )
const ofLeads = ['LEAD', 'CONTACT', 'FIND_LOCATION', 'SCHEDULE', 'SUBMIT_APPLICATION']
const ofNeither = ['CUSTOMIZE_PRODUCT']

export const conversionEvents = {
  SALES: [...ofSales, ...ofBoth],
  LEADS: [...ofLeads, ...ofBoth],
} as const

export const standardEvents: readonly string[] = [...ofBoth, ...ofSales, ...ofLeads, ...ofNeither]
