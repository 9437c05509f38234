// Section 8 contains the limits: those of the API definition, and those that adrail decided where it defines
// none.

import { section } from './requirement.ts'

export const limits = [
  ...section('8', [
    ['R8.leadform-name', 'A lead form `name` has at most 25 characters.'],
    ['R8.leadform-headline', 'A lead form `headline` has at most 30 characters.'],
    ['R8.leadform-description', 'A lead form `description` has at most 90 characters.'],
    [
      'R8.leadform-call_to_action_description',
      'A lead form `call_to_action_description` has at most 200 characters.',
    ],
    ['R8.amount', 'The `amount` of a budget edit is a positive number.'],
  ]),

  ...section('8, gaps', [
    [
      'R8.gap.rate',
      'Rate limits and quotas not shown. Decided: 429 RATE_LIMITED per key past 600 a minute, bursts of 100, 20 in flight; configurable; RateLimit headers and Retry-After.',
    ],
    ['R8.gap.body', 'Decided: bodies have bounds on bytes, depth and number of values.'],
    ['R8.gap.headlines', 'Decided: 3 to 15 headlines per ad, each at most 30 wide.'],
    ['R8.gap.descriptions', 'Decided: 2 to 4 descriptions per ad, each at most 90 wide.'],
    ['R8.gap.callouts', 'Decided: 1 to 20 callouts, each at most 25 wide.'],
    [
      'R8.gap.keyword',
      'Decided: a keyword has at most 80 characters and 10 words, none of them refused by the platform.',
    ],
    ['R8.gap.keywords', 'Decided: keywords and all other parts of a campaign are at most 10,000 together.'],
    [
      'R8.gap.arrays',
      'Decided: at most 3 ads, 20 images, 500 circles, 100 languages, 10 locations for keyword ideas, 500 location assets, 100 lead forms.',
    ],
    [
      'R8.gap.texts',
      'Decided: every text has a limit in characters, and none holds NUL or half a surrogate pair; names and ids are one line.',
    ],
  ]),
]
