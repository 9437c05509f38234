// Formats the drift report for a terminal with 80 columns. The report can be attached to an issue.

import { wrap } from '../reportText.ts'
import type { DriftReport } from './drift.ts'
import type { LocatedDifference, PlatformDrift } from './platformDrift.ts'

const width = 80
const indent = 11
const weights = ['breaks', 'differs', 'new'] as const

const explanations = {
  breaks: 'Differences marked "breaks" block the named operations. Open an issue with this report.',
  differs:
    'adrail still reads the fields marked "differs". Check whether the differences matter, and open an issue with this report.',
  same: 'No action is needed.',
}

export function formatDrift({ checkedAt, outcome, platforms }: DriftReport): string {
  const day = checkedAt.slice(0, 16).replace('T', ' ')
  const closing = `${explanations[outcome]} Compared on ${day} (UTC). This report does not contain response values.`
  return [...platforms.map(formatPlatform), wrap(closing, width).join('\n')].join('\n\n')
}

function formatPlatform({ platform, version, compared, differences, unasked }: PlatformDrift): string {
  const head = `${platform} ${version}, ${compared} ${compared === 1 ? 'kind' : 'kinds'} of responses: ${formatTotals(differences)}`
  const calls = Object.values(Object.groupBy(differences, ({ probe, call }) => `${probe} ${call}`))
  return [
    head,
    ...calls
      .toSorted((a, b) => maxSeverityIndex(a) - maxSeverityIndex(b))
      .flatMap((callDifferences = []) => formatCall(callDifferences)),
    ...unasked.flatMap(({ probe, why }) => formatLabeled('unasked', `${probe}: ${why}.`)),
  ].join('\n')
}

/** Formats all differences of one call, the most severe first. */
function formatCall(differences: readonly LocatedDifference[]): string[] {
  const [first] = differences
  if (!first) return []
  const title = [
    first.probe,
    first.call,
    first.operations.length > 0 ? `for ${first.operations.join(', ')}` : '',
  ]
  return [
    ...wrap(title.filter(Boolean).join(', '), width - 2).map((line) => `  ${line}`),
    ...weights.flatMap((weight) =>
      differences
        .filter((difference) => difference.weight === weight)
        .flatMap(({ path, says }) => formatLabeled(weight, `${path} ${says}`)),
    ),
  ]
}

function formatLabeled(label: string, text: string): string[] {
  const [first = '', ...continuation] = wrap(text.trim(), width - indent - 2)
  return [
    `    ${label.padEnd(indent - 2)}${first}`,
    ...continuation.map((line) => `${' '.repeat(indent + 2)}${line}`),
  ]
}

function maxSeverityIndex(differences: readonly LocatedDifference[] = []): number {
  return Math.min(...differences.map(({ weight }) => weights.indexOf(weight)))
}

function formatTotals(differences: readonly LocatedDifference[]): string {
  const counts = weights.map((weight) => {
    const count = differences.filter((difference) => difference.weight === weight).length
    return count === 0 ? '' : `${weight} ${count}`
  })
  return counts.filter(Boolean).join(', ') || 'all as expected'
}
