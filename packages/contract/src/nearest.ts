// Finds the known name that a misspelled name probably stands for.

const longestName = 60

/** Returns the nearest name, or undefined when no name is near enough to be more than a guess. */
export function nearest(
  wrong: string,
  names: Iterable<string>,
  maxDistance = Number.POSITIVE_INFINITY,
): string | undefined {
  if (wrong.length > longestName) return undefined
  const written = folded(wrong)
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const name of names) {
    const meant = folded(name)
    const distance = editDistance(written, meant)
    const isNear = distance <= Math.min(maxDistance, Math.floor(Math.max(written.length, meant.length) / 3))
    if (!isNear || distance >= bestDistance) continue
    best = name
    bestDistance = distance
  }
  return best
}

/** Removes the differences between naming styles: `dry_run`, `dry-run` and `DRYRUN` all equal `dryRun`. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/**
 * Counts the letters that must be added, removed, replaced or swapped with a neighbor to turn one text into
 * the other.
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const present = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      present[column] = Math.min(
        (last[column] ?? 0) + 1,
        (present[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = present
  }
  return last[to.length] ?? 0
}
