// What is said of a campaign that was created.

interface Runs {
  readonly startDate: string
  readonly endDate?: string | undefined
}

/** How it was left, when it runs, and what deserves attention. */
export function createdWords(left: string, { startDate, endDate }: Runs, remarks: readonly string[]): string {
  const end = endDate === undefined ? 'has no end date' : `ends on ${endDate}`
  return [`Created and ${left}.`, `It starts on ${startDate} and ${end}.`, ...remarks].join(' ')
}
