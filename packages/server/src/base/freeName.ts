/** Returns the desired name. If the name is in use, appends the first number that makes it unique. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map(folded))
  for (let number = 2, name = wanted; ; number++) {
    if (!known.has(folded(name))) return name
    name = `${wanted} ${number}`
  }
}

/** A platform may treat more names as equal than adrail does. */
function folded(name: string): string {
  return name.trim().toLowerCase()
}
