// The phases of a write, from the request to the response.

import { arrow, box, label, type Point, picture, type Tone, text } from './draw.ts'

interface Phase {
  readonly name: string
  readonly lines: readonly [string, string]
  readonly tone?: Tone
}

const phases: readonly Phase[] = [
  {
    name: 'Claim',
    lines: ['One process owns the request.', 'An equal request joins it.'],
    tone: 'accent',
  },
  { name: 'Plan', lines: ['adrail only reads. A dry run returns', 'the plan and ends here.'] },
  { name: 'Check spend', lines: ['Limits, freezes, approval rules.', 'After a refusal, nothing was sent.'] },
  { name: 'Commit the intent', lines: ['adrail records the step before', 'the request leaves.'] },
  { name: 'Send', lines: ['A request leaves only while the', 'lease of the process lasts.'] },
  { name: 'Decide', lines: ['The platform confirmed or refused,', 'or the outcome is unknown.'] },
  {
    name: 'Reconcile',
    lines: ['Only if the outcome is unknown: adrail', 'looks the effect up on the platform.'],
    tone: 'warn',
  },
  {
    name: 'End',
    lines: ['Outcome, response, audit entry', 'and event in one transaction.'],
    tone: 'accent',
  },
]

const pitch = 72
const left = 140
const yOf = (at: number) => 40 + at * pitch

export function drawLifeOfAWrite(): string {
  const rows = phases.flatMap(({ name, lines: [first, second], tone = 'box' }, at) => [
    box([left, yOf(at)], [160, 40], [name], { tone }),
    text([left + 100, yOf(at) - 4], first, '', 'start'),
    text([left + 100, yOf(at) + 14], second, '', 'start'),
    ...(at === 0 ? [] : [connect(at - 1, at)]),
  ])
  return picture(
    'The life of a write: claim, plan, check spend, commit the intent, send, decide, reconcile an unknown outcome, end. Each step repeats the phases from its intent to its outcome.',
    500,
    yOf(7) + 40,
    [...rows, wayBack(6, 3, 20), label([30, yOf(4) + 36], 'resend,'), label([36, yOf(4) + 52], 'next step')],
  )
}

function connect(from: number, to: number): string {
  return arrow([
    [left, yOf(from) + 20],
    [left, yOf(to) - 20],
  ])
}

/** Leads from a phase to an earlier one, left of the boxes. */
function wayBack(from: number, to: number, x: number): string {
  const points: Point[] = [
    [left - 80, yOf(from)],
    [x, yOf(from)],
    [x, yOf(to)],
    [left - 80, yOf(to)],
  ]
  return arrow(points, { isDashed: true })
}
