// Formats the doctor's report for a terminal with 80 columns.

import { areas, type Finding, type Report, type State } from './finding.ts'

const width = 80
const indent = 11

export function written({ findings, checkedAt }: Report): string {
  const blocks = areas.flatMap((area) => {
    const own = findings.filter((finding) => finding.area === area)
    return own.length === 0 ? [] : [[area, ...own.flatMap(linesOf)].join('\n')]
  })
  return [...blocks, `${totals(findings)} Looked at ${checkedAt.slice(0, 16).replace('T', ' ')} UTC.`].join(
    '\n\n',
  )
}

function linesOf({ state, says, todo, userId, workspaceId }: Finding): string[] {
  const whose = userId === undefined ? '' : `${userId} of ${workspaceId}: `
  const [first = '', ...rest] = wrap(`${whose}${says}`, width - indent)
  const advice = todo === '' ? [] : wrap(todo, width - indent - 2)
  return [
    `  ${state.padEnd(indent - 2)}${first}`,
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ...advice.map((line, index) => `${' '.repeat(indent)}${index === 0 ? '→' : ' '} ${line}`),
  ]
}

function totals(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length
  const [isBroken, warnings] = [count('broken'), count('warning')]
  if (isBroken + warnings === 0) return 'All is well.'
  const told = [isBroken > 0 ? `${isBroken} broken` : '', warnings > 0 ? `${warnings} to look at` : '']
  return `${told.filter(Boolean).join(', ')}.`
}

/** Wraps at spaces. A word that is longer than a line gets a line of its own. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
