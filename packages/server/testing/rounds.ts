/** A round that sees the present state. A round in progress may have started before the last change. */
export async function newRound(work: { round(): Promise<void> }): Promise<void> {
  await work.round()
  await work.round()
}
