// Formats the doctor's report for a terminal with 80 columns.

import { areas, type DoctorReport, type Finding, type FindingState } from './finding.ts'

const width = 80
const indent = 11

export function formatReport({ findings, checkedAt }: DoctorReport): string {
  const blocks = areas.flatMap((area) => {
    const areaFindings = findings.filter((finding) => finding.area === area)
    return areaFindings.length === 0 ? [] : [[area, ...areaFindings.flatMap(formatFinding)].join('\n')]
  })
  return [
    ...blocks,
    `${formatTotals(findings)} Checked ${checkedAt.slice(0, 16).replace('T', ' ')} UTC.`,
  ].join('\n\n')
}

function formatFinding({ state, says, todo, userId, workspaceId }: Finding): string[] {
  const owner = userId === undefined ? '' : `${userId} of ${workspaceId}: `
  const [first = '', ...others] = wrap(`${owner}${says}`, width - indent)
  const advice = todo === '' ? [] : wrap(todo, width - indent - 2)
  return [
    `  ${state.padEnd(indent - 2)}${first}`,
    ...others.map((line) => `${' '.repeat(indent)}${line}`),
    ...advice.map((line, index) => `${' '.repeat(indent)}${index === 0 ? '→' : ' '} ${line}`),
  ]
}

function formatTotals(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const [brokenCount, warningCount] = [count('broken'), count('warning')]
  if (brokenCount + warningCount === 0) return 'No problems.'
  const counts = [
    brokenCount > 0 ? `${brokenCount} broken` : '',
    warningCount > 0 ? `${warningCount} to check` : '',
  ]
  return `${counts.filter(Boolean).join(', ')}.`
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
