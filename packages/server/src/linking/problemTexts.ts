// Messages about why a link failed. Applications receive them as `error_description`.

import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'

export const problemTexts: Readonly<Record<LinkFailureReason, string>> = {
  access_denied: 'The user refused the consent. Send a new link if the user wants to connect after all.',
  app_misconfigured:
    'The platform rejected the configuration of the app. Ask the operator to check the app on the platform.',
  code_rejected: 'The platform rejected the authorization code. Send the user a new link.',
  missing_permissions: 'The user did not grant all required permissions. Send the user a new link.',
  no_refresh_token: 'The platform did not grant permanent access. Send the user a new link.',
  no_ad_accounts:
    'The login has no ad account that can be connected. Ask the user to sign in with a different login.',
  no_pages:
    'The login does not manage a page that it can advertise. Ask the user to sign in with a different login.',
  platform_unavailable: 'The platform is unreachable. Send the user a new link later.',
}
