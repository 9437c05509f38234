/** The wanted name, or where it is taken the first free one with a number behind it. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map(folded))
  for (let number = 2, name = wanted; ; number++) {
    if (!known.has(folded(name))) return name
    name = `${wanted} ${number}`
  }
}

/** A platform's idea of equal names may be wider than ours. */
function folded(name: string): string {
  return name.trim().toLowerCase()
}
