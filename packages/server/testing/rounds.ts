/** A round that sees what is there now: one that is under way may have begun before. */
export async function newRound(work: { round(): Promise<void> }): Promise<void> {
  await work.round()
  await work.round()
}
