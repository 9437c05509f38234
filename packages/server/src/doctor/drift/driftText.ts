// Formats the drift report for a terminal with 80 columns. The report can be attached to an issue.

import { wrap } from '../print.ts'
import type { DriftReport } from './drift.ts'
import type { FoundDifference, PlatformDrift } from './platformDrift.ts'

const width = 80
const indent = 11
const weights = ['breaks', 'differs', 'new'] as const

const explained = {
  breaks: 'What breaks keeps the operations named with it from working: open an issue with this report.',
  differs: 'What differs is read all the same; look whether it matters, and tell us.',
  same: 'Nothing has to be done.',
}

export function writtenDrift({ checkedAt, outcome, platforms }: DriftReport): string {
  const day = checkedAt.slice(0, 16).replace('T', ' ')
  const end = `${explained[outcome]} Compared ${day} UTC. No value of any answer is part of this.`
  return [...platforms.map(ofPlatform), wrap(end, width).join('\n')].join('\n\n')
}

function ofPlatform({ platform, version, compared, differences, unasked }: PlatformDrift): string {
  const head = `${platform} ${version}, ${compared} ${compared === 1 ? 'kind' : 'kinds'} of answers: ${totals(differences)}`
  const calls = Object.values(Object.groupBy(differences, ({ probe, call }) => `${probe} ${call}`))
  return [
    head,
    ...calls.toSorted((a, b) => worst(a) - worst(b)).flatMap((own = []) => ofCall(own)),
    ...unasked.flatMap(({ probe, why }) => labelled('unasked', `${probe}: ${why}.`)),
  ].join('\n')
}

/** Formats all differences of one call, the most severe first. */
function ofCall(own: readonly FoundDifference[]): string[] {
  const [first] = own
  if (!first) return []
  const title = [
    first.probe,
    first.call,
    first.operations.length > 0 ? `for ${first.operations.join(', ')}` : '',
  ]
  return [
    ...wrap(title.filter(Boolean).join(', '), width - 2).map((line) => `  ${line}`),
    ...weights.flatMap((weight) =>
      own
        .filter((each) => each.weight === weight)
        .flatMap(({ path, says }) => labelled(weight, `${path} ${says}`)),
    ),
  ]
}

function labelled(label: string, text: string): string[] {
  const [first = '', ...others] = wrap(text.trim(), width - indent - 2)
  return [
    `    ${label.padEnd(indent - 2)}${first}`,
    ...others.map((line) => `${' '.repeat(indent + 2)}${line}`),
  ]
}

function worst(own: readonly FoundDifference[] = []): number {
  return Math.min(...own.map(({ weight }) => weights.indexOf(weight)))
}

function totals(differences: readonly FoundDifference[]): string {
  const told = weights.map((weight) => {
    const count = differences.filter((each) => each.weight === weight).length
    return count === 0 ? '' : `${weight} ${count}`
  })
  return told.filter(Boolean).join(', ') || 'all as expected'
}
