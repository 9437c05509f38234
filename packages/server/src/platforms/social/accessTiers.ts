import type { AccessTiers } from '../connector-kit/accessTiers.ts'

/**
 * https://developers.facebook.com/docs/marketing-api/overview/authorization#layers-of-access
 * https://developers.facebook.com/docs/marketing-api/overview/rate-limiting
 */
export const socialAccessTiers: AccessTiers = {
  parseHeaders: (headers) =>
    ['x-ad-account-usage', 'x-business-use-case-usage'].flatMap((name) =>
      [...(headers[name] ?? '').matchAll(/"ads_api_access_tier":\s*"(\w+)"/g)].map(([, tier = '']) => tier),
    ),
  limitedTier: 'development_access',
  limits: 'few calls, and few ad accounts',
}
