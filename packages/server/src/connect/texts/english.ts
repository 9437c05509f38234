// English texts of linking. The compiler checks that every other language has the same sentences.

export const english = {
  sandbox: '{name} (sandbox)',
  buttons: {
    back: 'Back',
    backTo: 'Back to {workspace}',
    backToLink: 'Go back to your link',
    cancel: 'Cancel',
    connect: 'Connect',
    continue: 'Continue',
    grantAgain: 'Grant again',
    next: 'Next →',
    otherLogin: 'Use another login',
    previous: '← Previous',
    search: 'Search',
    tryAgain: 'Try again',
  },
  workspace: 'Workspace: {workspaceName}',
  footer: { label: 'About {workspace}', privacy: 'Privacy', support: 'Help and contact' },
  start: {
    title: 'Connect {platform}',
    request: '{workspace} wants to connect an ad account for {user}.',
    signIn: 'Next, sign in to {site} at {host}. Only {site} sees your password.',
    needed: '{workspace} needs permission to:',
    optional: 'These permissions are optional. Features that need a refused permission do not work:',
    afterwards: 'After that, {workspace} can see and manage the ads of the account that you choose.',
    endable: 'You can disconnect the account at any time.',
    warning:
      'If someone you do not know sent you this link, stop here. If you continue, that person can see and manage your ads.',
  },
  onward: {
    goingTo: 'Going to {place} …',
    backTo: 'Back to {workspace} …',
    byHand: 'If nothing happens, continue here:',
  },
  setbacks: {
    missingPermissions: {
      title: 'A permission is missing',
      text: 'You did not grant a required permission, so no account can be connected. You can go back and grant the permission.',
    },
    noAdAccounts: {
      title: 'No ad account found',
      text: 'Your login has no ad account that you can connect. Use a different login, or create an ad account at {site} first.',
    },
    noPages: {
      title: 'No Facebook page found',
      text: 'Your login does not manage a Facebook page that you can advertise. Use a different login, or create a page at {site} first.',
    },
    codeRejected: {
      title: 'The sign-in failed',
      text: '{site} rejected the sign-in, for example because it took too long. Please try again.',
    },
    noRefreshToken: {
      title: 'The connection failed',
      text: '{site} did not grant permanent access. Please try again, and grant the requested permissions.',
    },
    unavailable: {
      title: '{site} does not respond',
      text: 'You signed in, but {site} did not return your accounts. Please try again in a moment.',
    },
    neededAre: 'The connection needs permission to:',
    signOut: 'To use another login, sign out at {host} first.',
  },
  picker: {
    account: 'Choose an ad account',
    page: 'Choose a Facebook page',
    error: 'Error: {title}',
    signedIn: 'Signed in as {person}',
    yourself: 'yourself',
    forAccount: 'Ad account {account}',
    accountLegend: 'Ad account',
    pageLegend: 'Page to advertise for',
    searchAccounts: 'Search {count} ad accounts',
    searchPages: 'Search {count} pages',
    searchHint: 'Name or number',
    nothingFound: 'No matches. Search for another name or number.',
    parts: 'Parts of the list',
    part: '{current} of {all}',
    chosen: 'Chosen',
    direct: 'Direct access',
    gone: '{account} · connected until now · not available to this login',
    unusable: 'cannot be used: {reason}',
    withInstagram: 'with the Instagram account {name}',
    withoutInstagram: 'no Instagram account',
    includeInstagram: 'Include the Instagram account',
    includeInstagramNamed: 'Include the Instagram account {name}',
    ofPage: 'of the page {page}',
    ofAnyPage: 'of the page, if it has one',
    replace: 'Yes, replace the login of {person}',
    replaceUnknownPerson: 'Yes, replace the earlier login',
    problems: {
      account: 'Choose one of the ad accounts below.',
      page: 'Choose one of the pages below.',
      confirm: 'Select the checkbox to confirm that this login replaces the earlier login.',
    },
    notes: {
      refused:
        'You did not grant {workspace} these permissions: {permissions}. You can continue. Everything else works.',
      unlistedPages:
        '{site} did not return all of your pages. If a page is missing, try again later with a new link.',
      unlistedAccounts:
        '{site} did not return all of your accounts. If an account is missing, try again later with a new link.',
      earlier:
        'The current connection uses the login of {person}. If you continue, the login that you just used replaces that login.',
      earlierUnknownPerson:
        'The current connection uses the login of someone else. If you continue, the login that you just used replaces that login.',
      ends: 'This connection expires on {day}. After that, you must sign in again.',
    },
  },
  /** The user sees these notes before choosing an account. */
  accountNotes: {
    disabled: 'disabled',
    payment_due: 'payment due',
    under_review: 'under review',
    payment_pending: 'payment pending',
    payment_overdue: 'payment overdue',
    being_closed: 'being closed',
    test_account: 'test account',
    account_billing_admin: 'billing administrator',
    account_manager: 'account manager',
    campaign_manager: 'campaign manager',
    creative_manager: 'creative manager',
    viewer: 'viewer: cannot change anything',
  },
  /** Each text is a reason why an account or a page cannot be chosen. */
  obstacles: {
    closed: 'closed',
    canceled: 'canceled',
    suspended: 'suspended',
    not_active: 'not active',
    role_without_advertising: 'your role there does not allow advertising',
    two_step_verification: 'requires two-step verification of your login',
    advanced_protection: 'requires advanced protection of your login',
    other_system: 'belongs to a different advertising product',
    signup_unfinished: 'the sign-up is not finished',
    access_ended: 'you no longer have access',
    not_answered: 'no details available at the moment',
    not_manageable_yet: 'not supported here yet',
  },
  outcome: {
    connected: 'Connected',
    isConnected: 'Your {platform} account is connected to {workspace}.',
    refused:
      'You did not grant these permissions: {permissions}. Everything else works. To grant them later, ask {workspace} for a new link.',
    notConnected: 'Not connected',
    stopped: 'You canceled the connection. Nothing changed.',
    nothingChanged: 'Nothing changed.',
    expired: 'This link has expired',
    expiredText: 'Links expire after {minutes} minutes. Ask {workspace} for a new link.',
    close: 'You can close this page.',
  },
  problems: {
    access_denied: 'You did not give your consent.',
    app_misconfigured:
      'The connection between {workspace} and {site} is not set up correctly. Please contact {workspace}.',
    code_rejected: '{site} rejected the sign-in. Please try again.',
    missing_permissions: 'You did not grant all required permissions.',
    no_refresh_token: '{site} did not grant permanent access. Please try again.',
    no_ad_accounts: 'This login has no ad account that you can connect.',
    no_pages: 'This login does not manage a Facebook page that you can advertise.',
    platform_unavailable: '{site} did not respond. Please try again later.',
  },
  /** The sign-in reads this data to show who linked. LinkedIn has a separate permission for it. */
  identity: { name: 'know your name', nameAndEmail: 'know your name and email address' },
  failures: {
    title: 'An error occurred',
    serverError:
      'The request failed because of an error on our side. Please try again in a moment. ({requestId})',
    busy: 'Too many requests arrive at the moment. Please wait a moment and try again.',
    unreadable: 'Your browser sent invalid data. Go back, reload the page and try again.',
    foreignCallback:
      'This sign-in does not belong to a link that you opened in this browser, or it has already been used. If you have finished, you can close this page. Otherwise, open your link again in the browser in which you started.',
    unknownLink: 'Unknown link',
    unknownLinkText:
      'This link does not exist, or no longer exists. Check that you opened the complete link, or ask for a new link.',
  },
  deletion: {
    unknown: 'Unknown code',
    unknownText: 'No deletion request has this code. Check that you opened the complete URL.',
    underWay: 'Your data is being deleted',
    underWayText:
      'You requested the deletion on {day}. Tasks in progress finish first, which takes at most one day.',
    done: 'Your data was deleted',
    doneText: 'The data stored about you was deleted on {day}.',
  },
} as const
