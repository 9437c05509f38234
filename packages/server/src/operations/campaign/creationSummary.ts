// Texts that summarize a created campaign.

interface RunDates {
  readonly startDate: string
  readonly endDate?: string | undefined
}

/** Names the state of the new campaign, its dates, and anything that deserves attention. */
export function formatCreationSummary(
  state: string,
  { startDate, endDate }: RunDates,
  notes: readonly string[],
): string {
  const end = endDate === undefined ? 'has no end date' : `ends on ${endDate}`
  return [`Created and ${state}.`, `It starts on ${startDate} and ${end}.`, ...notes].join(' ')
}
