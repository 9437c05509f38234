// Texts that summarize a created campaign.

interface Runs {
  readonly startDate: string
  readonly endDate?: string | undefined
}

/** Names the state of the new campaign, its dates, and anything that deserves attention. */
export function createdWords(left: string, { startDate, endDate }: Runs, remarks: readonly string[]): string {
  const end = endDate === undefined ? 'has no end date' : `ends on ${endDate}`
  return [`Created and ${left}.`, `It starts on ${startDate} and ${end}.`, ...remarks].join(' ')
}
