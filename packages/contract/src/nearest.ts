// Finds the known name that a misspelled name probably stands for.

const maxNameLength = 60

/** Returns the nearest name, or undefined when no name is near enough to be more than a guess. */
export function findNearestName(
  unknownName: string,
  names: Iterable<string>,
  maxDistance = Number.POSITIVE_INFINITY,
): string | undefined {
  if (unknownName.length > maxNameLength) return undefined
  const normalizedUnknown = normalizeName(unknownName)
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const name of names) {
    const normalizedName = normalizeName(name)
    const distance = editDistance(normalizedUnknown, normalizedName)
    const isNear =
      distance <=
      Math.min(maxDistance, Math.floor(Math.max(normalizedUnknown.length, normalizedName.length) / 3))
    if (!isNear || distance >= bestDistance) continue
    best = name
    bestDistance = distance
  }
  return best
}

/** Removes the differences between naming styles: `dry_run`, `dry-run` and `DRYRUN` all equal `dryRun`. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/**
 * Counts the letters that must be added, removed, replaced or swapped with a neighbor to turn one text into
 * the other.
 */
function editDistance(from: string, to: string): number {
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      currentRow[column] = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rowBeforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rowBeforeLast = lastRow
    lastRow = currentRow
  }
  return lastRow[to.length] ?? 0
}
