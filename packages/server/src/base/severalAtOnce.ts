/** Works on all entries, so many of them at a time, until none is left or it is over. */
export async function severalAtOnce<Entry>(
  entries: readonly Entry[],
  most: number,
  isOver: () => boolean,
  work: (entry: Entry) => Promise<unknown>,
): Promise<void> {
  const waiting = entries.values()
  const takeTurns = async () => {
    for (const entry of waiting) {
      if (isOver()) return
      await work(entry)
    }
  }
  await Promise.all(Array.from({ length: most }, takeTurns))
}
