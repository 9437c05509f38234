// The parts of an installation, and the callers and platforms around adrail.

import { arrow, box, frame, label, picture } from './draw.ts'

export function drawArchitecture(): string {
  return picture(
    'Your software, your team and your users reach adrail. adrail keeps its data in a database, and calls Meta, Google Ads and LinkedIn, live or emulated by the sandbox.',
    560,
    440,
    [
      box([100, 42], [160, 52], ['Your software', 'HTTP, client, CLI, MCP']),
      box([280, 42], [160, 52], ['Your team', 'console, approvals']),
      box([460, 42], [160, 52], ['Your users', 'connect pages']),
      arrow([
        [100, 68],
        [100, 116],
      ]),
      arrow([
        [280, 68],
        [280, 116],
      ]),
      arrow([
        [460, 68],
        [460, 116],
      ]),
      arrow(
        [
          [60, 116],
          [60, 68],
        ],
        { isDashed: true },
      ),
      label([60, 93], 'webhooks'),
      frame([20, 118], [520, 206], 'adrail, one or more processes'),
      box([280, 166], [488, 40], ['Admission: key, rate, body, user'], { tone: 'accent' }),
      box([150, 226], [228, 52], ['Operations', 'reads and plans'], { tone: 'accent' }),
      box([410, 226], [228, 52], ['Journal', 'writes: limits, approval, steps'], { tone: 'accent' }),
      box([280, 290], [488, 40], ['Connectors: quotas, retries, circuit breakers'], { tone: 'accent' }),
      arrow([
        [150, 186],
        [150, 200],
      ]),
      arrow([
        [264, 226],
        [296, 226],
      ]),
      arrow([
        [150, 252],
        [150, 270],
      ]),
      arrow([
        [410, 252],
        [410, 270],
      ]),
      arrow([
        [100, 324],
        [100, 372],
      ]),
      label([100, 347], 'data'),
      arrow([
        [280, 310],
        [280, 372],
      ]),
      arrow([
        [390, 310],
        [390, 372],
      ]),
      arrow([
        [490, 310],
        [490, 372],
      ]),
      label([390, 347], 'live, or the sandbox'),
      box([100, 398], [160, 52], ['Database', 'SQLite or PostgreSQL']),
      box([270, 398], [110, 52], ['Meta', 'social']),
      box([390, 398], [110, 52], ['Google Ads', 'search']),
      box([500, 398], [88, 52], ['LinkedIn', 'pro']),
    ],
  )
}
