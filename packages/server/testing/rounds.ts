/** A round that sees the present state. A round in progress may have started before the last change. */
export async function runFreshRound(poller: { poll(): Promise<void> }): Promise<void> {
  await poller.poll()
  await poller.poll()
}
