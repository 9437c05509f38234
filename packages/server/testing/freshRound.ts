/** Polls twice, because a poll that is already running may have started before the last change. */
export async function pollTwice(poller: { poll(): Promise<void> }): Promise<void> {
  await poller.poll()
  await poller.poll()
}
