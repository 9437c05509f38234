// The report of drift for people, in eighty columns, fit to be attached to an issue.

import { wrap } from '../print.ts'
import type { DriftReport } from './drift.ts'
import type { FoundDifference, PlatformDrift } from './platformDrift.ts'

const width = 80
const indent = 11
const weights = ['breaks', 'differs', 'new'] as const

export function writtenDrift({ checkedAt, platforms }: DriftReport): string {
  const day = checkedAt.slice(0, 16).replace('T', ' ')
  return [...platforms.map(ofPlatform), `Compared ${day} UTC. No value of any answer is part of this.`].join(
    '\n\n',
  )
}

function ofPlatform({ platform, version, compared, differences, unasked }: PlatformDrift): string {
  const said = differences.length === 0 ? 'all as expected' : counts(differences)
  return [
    `${platform} ${version}: ${compared} kinds of answers, ${said}`,
    ...weights.flatMap((weight) => differences.filter((each) => each.weight === weight).flatMap(linesOf)),
    ...unasked.flatMap(({ probe, why }) => lines('unasked', `${probe}: ${why}.`)),
  ].join('\n')
}

function linesOf({ weight, probe, call, path, says }: FoundDifference): string[] {
  const where = call === '' ? probe : `${probe} (${call})`
  return [...lines(weight, `${where}:`), ...rest(`${path} ${says}`.trim())]
}

function lines(label: string, text: string): string[] {
  const [first = '', ...others] = wrap(text, width - indent)
  return [`  ${label.padEnd(indent - 2)}${first}`, ...others.map(indented)]
}

function rest(text: string): string[] {
  return wrap(text, width - indent).map(indented)
}

function indented(line: string): string {
  return `${' '.repeat(indent)}${line}`
}

function counts(differences: readonly FoundDifference[]): string {
  const told = weights.map((weight) => {
    const count = differences.filter((each) => each.weight === weight).length
    return count === 0 ? '' : `${count} ${weight}`
  })
  return told.filter(Boolean).join(', ')
}
