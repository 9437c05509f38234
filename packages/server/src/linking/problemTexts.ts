// Messages for users about why a link failed.

import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'

export const problemTexts: Readonly<Record<LinkFailureReason, string>> = {
  access_denied: 'The consent was refused.',
  app_misconfigured: 'The app is not set up correctly at the platform.',
  code_rejected: 'The platform did not accept the answer of its own consent page. Please try again.',
  missing_permissions: 'Not all needed permissions were granted.',
  no_refresh_token: 'The platform gave no lasting permission. Please try again.',
  no_ad_accounts: 'This login has no ad account that can be used.',
  no_pages: 'This login has no page to advertise for.',
  platform_unavailable: 'The platform could not be reached. Please try again later.',
}
