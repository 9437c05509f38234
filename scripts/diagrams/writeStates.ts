// The states of a write. Throws if the code has other transitions than the picture.

import { entryTransitions } from '@adrail/server/entryStates'
import { arrow, box, dot, frame, label, listDifferences, picture, text } from './draw.ts'

const inProgress = ['EXECUTING', 'UNKNOWN', 'NEEDS_ATTENTION']
const drawnTransitions = [
  'new PENDING',
  'PENDING deleted',
  'PENDING AWAITING_APPROVAL',
  'PENDING EXECUTING',
  'PENDING SUCCEEDED',
  'AWAITING_APPROVAL EXECUTING',
  'AWAITING_APPROVAL FAILED',
  'EXECUTING UNKNOWN',
  'UNKNOWN EXECUTING',
  'EXECUTING NEEDS_ATTENTION',
  'UNKNOWN NEEDS_ATTENTION',
  'EXECUTING deleted',
  // The frame around the states in progress has these transitions.
  ...inProgress.flatMap((state) => [`${state} SUCCEEDED`, `${state} FAILED`]),
]

export function drawStatesOfAWrite(): string {
  const transitions = entryTransitions.flatMap(({ from, to }) =>
    from.filter((state) => state !== to).map((state) => `${state} ${to}`),
  )
  const differences = listDifferences(transitions, drawnTransitions)
  if (differences.length > 0)
    throw new Error(`The diagram of the states of a write lacks or invents: ${differences.join(', ')}`)
  const size = [150, 36] as const
  const code = { isCode: true }
  return picture(
    'The states of a write: PENDING, AWAITING_APPROVAL, EXECUTING, UNKNOWN, NEEDS_ATTENTION, SUCCEEDED and FAILED, with the transitions of the table below.',
    580,
    430,
    [
      frame([205, 122], [363, 190], 'in progress'),
      dot([290, 20]),
      arrow([
        [290, 26],
        [290, 46],
      ]),
      box([290, 66], size, ['PENDING'], code),
      dot([490, 66]),
      text([490, 50], 'deleted', 'small'),
      arrow([
        [365, 66],
        [482, 66],
      ]),
      arrow([
        [340, 147],
        [340, 100],
        [490, 100],
        [490, 74],
      ]),
      label([425, 100], 'nothing was sent'),
      arrow([
        [215, 60],
        [90, 60],
        [90, 147],
      ]),
      label([112, 88], 'approval required'),
      arrow([
        [290, 84],
        [290, 147],
      ]),
      arrow([
        [215, 74],
        [186, 74],
        [186, 372],
        [215, 372],
      ]),
      label([186, 238], 'nothing to change'),
      box([90, 166], size, ['AWAITING_APPROVAL'], { ...code, tone: 'warn' }),
      arrow([
        [165, 166],
        [215, 166],
      ]),
      arrow([
        [60, 184],
        [60, 353],
      ]),
      label([66, 270], 'rejected, expired'),
      box([290, 166], size, ['EXECUTING'], code),
      arrow([
        [365, 160],
        [415, 160],
      ]),
      arrow([
        [415, 172],
        [365, 172],
      ]),
      box([490, 166], size, ['UNKNOWN'], { ...code, tone: 'warn' }),
      arrow([
        [490, 184],
        [490, 247],
      ]),
      label([490, 214], 'unknown for a day'),
      arrow([
        [340, 184],
        [340, 266],
        [415, 266],
      ]),
      box([490, 266], size, ['NEEDS_ATTENTION'], { ...code, tone: 'bad' }),
      arrow([
        [290, 312],
        [290, 353],
      ]),
      label([290, 332], 'all steps done'),
      arrow([
        [220, 312],
        [220, 332],
        [110, 332],
        [110, 353],
      ]),
      label([130, 332], 'refused'),
      box([90, 372], size, ['FAILED'], { ...code, tone: 'bad' }),
      box([290, 372], size, ['SUCCEEDED'], { ...code, tone: 'accent' }),
      text([20, 415], 'A write in SUCCEEDED or FAILED never changes again.', 'small', 'start'),
    ],
  )
}
