// What other packages use to check the sandbox and adrail against the vendors: their clients, descriptors and figures.
// The vendors' packages load only when a test uses them.

export { validateSearchMessage } from './descriptors.ts'
export { documentedFields } from './documentedFields.ts'
export { searchSchema } from './searchSchema.ts'
export { conversionCategory, googleAdsQuery, linkedinAnalytics, metaInsights } from './vendorFigures.ts'
export { googleAdsNode, linkedinClient, metaBusinessSdk, metaCampaign, metaFields } from './vendors.ts'
