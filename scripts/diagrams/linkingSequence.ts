// How a user connects an ad account.

import { sequence } from './draw.ts'

export function drawLinkingSequence(): string {
  return sequence(
    'Your software creates a link. The user opens the link, consents on the platform, chooses an account, and returns to your software.',
    {
      participants: ['your software', 'adrail', "the user's browser", 'platform'],
      columnWidth: 166,
      steps: [
        [0, 1, 'auth/create_link'],
        [1, 0, 'link, linkId'],
        [0, 2, 'shows the link'],
        [2, 1, 'opens the link'],
        [2, 3, 'signs in, consents'],
        [3, 2, 'redirect with a code'],
        [2, 1, 'callback'],
        [1, 3, 'code → tokens, accounts'],
        [1, 2, 'choice of an account'],
        [2, 1, 'chosen account'],
        [1, 2, 'redirect to redirectUri'],
        [2, 0, 'status, platform, state'],
        [0, 1, 'reads the accounts'],
      ],
    },
  )
}
