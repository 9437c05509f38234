// The health of a connection. Throws if the contract has other values than the picture.

import { connectionHealths } from '@adrail/contract'
import { arrow, box, frame, label, listDifferences, picture } from './draw.ts'

const drawnHealths = ['active', 'limited', 'degraded', 'needs_reauth', 'needs_user_action', 'revoked']

export function drawHealthOfAConnection(): string {
  const differences = listDifferences(connectionHealths, drawnHealths)
  if (differences.length > 0)
    throw new Error(`The diagram of the health of a connection lacks or invents: ${differences.join(', ')}`)
  const size = [176, 52] as const
  const code = { isCode: true }
  return picture(
    'The health of a connection. Active, limited and degraded connections work. Connections with needs_reauth, needs_user_action or revoked need the user.',
    600,
    366,
    [
      frame([16, 16], [568, 132], 'operations work'),
      box([116, 94], size, ['limited', 'optional permission missing'], { ...code, tone: 'warn' }),
      box([300, 94], [144, 52], ['active', 'nothing to do'], { ...code, tone: 'accent' }),
      box([484, 94], size, ['degraded', 'adrail keeps retrying'], { ...code, tone: 'warn' }),
      arrow([
        [204, 94],
        [228, 94],
      ]),
      label([190, 56], 'link with all permissions'),
      arrow([
        [372, 86],
        [396, 86],
      ]),
      arrow([
        [396, 102],
        [372, 102],
      ]),
      label([420, 56], '3 refreshes failed, then one worked'),
      frame([16, 236], [568, 112], 'operations return ACCOUNT_RELINK_REQUIRED'),
      box([116, 302], size, ['needs_reauth', 'consent expired'], { ...code, tone: 'bad' }),
      box([300, 302], [168, 52], ['revoked', 'user removed the app'], { ...code, tone: 'bad' }),
      box([484, 302], size, ['needs_user_action', 'check on the platform'], { ...code, tone: 'bad' }),
      arrow([
        [200, 148],
        [200, 236],
      ]),
      label([200, 180], 'the platform rejects the token'),
      arrow([
        [400, 236],
        [400, 148],
      ]),
      label([410, 206], 'the user opens a new link, or passes the check'),
    ],
  )
}
