// Messages for users about why a link failed.

import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'

export const problemTexts: Readonly<Record<LinkFailureReason, string>> = {
  access_denied: 'The user declined the consent.',
  app_misconfigured: 'The app is misconfigured at the platform.',
  code_rejected: 'The platform rejected the result of its own consent page. Please try again.',
  missing_permissions: 'Some required permissions were not granted.',
  no_refresh_token: 'The platform granted no lasting permission. Please try again.',
  no_ad_accounts: 'This login has no usable ad account.',
  no_pages: 'This login has no page to advertise for.',
  platform_unavailable: 'The platform is unreachable. Please try again later.',
}
