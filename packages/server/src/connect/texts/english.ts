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
    request: '{workspace} asks to connect an ad account for {user}.',
    signIn: 'Next you sign in to {site}, at {host}. Your password is never seen here.',
    needed: 'There you are asked to let {workspace}:',
    optional: 'You may refuse to let it do this; then that alone will not work:',
    afterwards: 'Afterwards {workspace} can see and manage advertising in the account you choose.',
    endable: 'You can end this at any time.',
    warning:
      'Did somebody you do not know send you this link? Then do not go on: the account would be connected for them.',
  },
  onward: {
    goingTo: 'Going to {place} …',
    backTo: 'Back to {workspace} …',
    byHand: 'If nothing happens, go on here:',
  },
  setbacks: {
    missingPermissions: {
      title: 'A permission is missing',
      text: 'Not everything that was asked for was allowed, and without it there is nothing to connect. You can go back and allow it.',
    },
    noAdAccounts: {
      title: 'No ad account found',
      text: 'The login you used has no ad account that can be connected. Use another login, or create an ad account at {site} first.',
    },
    noPages: {
      title: 'No Facebook page found',
      text: 'The login you used has no Facebook page that it may advertise for. Use another login, or create a page at {site} first.',
    },
    codeRejected: {
      title: 'That did not work',
      text: '{site} did not accept the answer of its own sign-in page. This happens when it took too long. Please try again.',
    },
    noRefreshToken: {
      title: 'That did not work',
      text: '{site} gave no permission that lasts. Please try again, and allow what is asked for.',
    },
    unavailable: {
      title: '{site} does not answer',
      text: 'You signed in, but {site} could not be asked for your accounts. Please try again in a moment.',
    },
    neededAre: 'What is needed is permission to:',
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
    nothingFound: 'Nothing found. Search for another name or number.',
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
      confirm: 'Tick the box to confirm that the earlier login is to be replaced.',
    },
    notes: {
      refused:
        'You did not allow {workspace} the following: {permissions}. You can go on: everything else works.',
      unlistedPages:
        '{site} did not tell about all of your pages just now. If one is missing, try again later with a new link.',
      unlistedAccounts:
        '{site} did not tell about all of your accounts just now. If one is missing, try again later with a new link.',
      earlier:
        'Until now this was connected by {person}. Going on replaces that with the login you just used.',
      earlierUnknownPerson:
        'Until now this was connected by somebody else. Going on replaces that with the login you just used.',
      ends: 'This connection lasts until {day}. Then you will be asked to sign in again.',
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
    viewer: 'viewer: can look, but change nothing',
  },
  /** Each text is a reason why an account or a page cannot be chosen. */
  obstacles: {
    closed: 'closed',
    canceled: 'cancelled',
    suspended: 'suspended',
    not_active: 'not active',
    role_without_advertising: 'your role there does not allow advertising',
    two_step_verification: 'it asks for two-step verification of your login',
    advanced_protection: 'it asks for advanced protection of your login',
    other_system: 'it belongs to another advertising system',
    signup_unfinished: 'its sign-up is not finished',
    access_ended: 'your access to it has ended',
    not_answered: 'it could not be looked at just now',
    not_manageable_yet: 'it cannot be managed from here yet',
  },
  outcome: {
    connected: 'Connected',
    isConnected: 'Your {platform} account is connected to {workspace}.',
    refused:
      'You did not allow the following: {permissions}. Everything else works. Ask {workspace} for a new link to allow it later.',
    notConnected: 'Not connected',
    stopped: 'You stopped before the end. Nothing was changed.',
    nothingChanged: 'Nothing was changed.',
    expired: 'This link has expired',
    expiredText: 'Links are good for {minutes} minutes. Ask {workspace} for a new one.',
    close: 'You can close this page.',
  },
  problems: {
    access_denied: 'The consent was refused.',
    app_misconfigured:
      'Something is not set up correctly between {workspace} and {site}. Please tell {workspace}.',
    code_rejected: '{site} did not accept the answer of its own sign-in page. Please try again.',
    missing_permissions: 'Not all needed permissions were granted.',
    no_refresh_token: '{site} gave no permission that lasts. Please try again.',
    no_ad_accounts: 'This login has no ad account that can be used.',
    no_pages: 'This login has no Facebook page to advertise for.',
    platform_unavailable: '{site} could not be reached. Please try again later.',
  },
  /** The sign-in reads this data to show who linked. LinkedIn has a separate permission for it. */
  identity: { name: 'know your name', nameAndEmail: 'know your name and email address' },
  failures: {
    title: 'This did not work',
    serverError: 'Something went wrong on our side. Please try again in a moment. ({requestId})',
    busy: 'Too much is going on right now. Please wait a moment and try again.',
    unreadable: 'What your browser sent could not be used. Go back, load the page again and try once more.',
    foreignCallback:
      'This answer belongs to no link that was opened in this browser, or it was used already. If you were done, you can close this page. Otherwise open your link again, in the browser in which you want to finish it.',
    unknownLink: 'Unknown link',
    unknownLinkText:
      'This link does not exist, or not any more. Check that you opened all of it, or ask for a new one.',
  },
  deletion: {
    unknown: 'Unknown code',
    unknownText: 'No request to delete data has this code. Check that you opened all of the address.',
    underWay: 'Your data is being deleted',
    underWayText:
      'You asked for it on {day}. Something that was under way is finished first; that takes a day at most.',
    done: 'Your data was deleted',
    doneText: 'What was stored about you was deleted on {day}.',
  },
} as const
