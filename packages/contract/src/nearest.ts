// Which of some names was probably meant by one that is none of them.

const longestName = 60

/** The nearest name; undefined when none is near enough to be more than a guess. */
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

/** Without what styles of writing names differ in: `dry_run`, `dry-run` and `DRYRUN` are all `dryRun`. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** How many letters must be added, left out, replaced or swapped with their neighbour to get from one text to the other. */
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
