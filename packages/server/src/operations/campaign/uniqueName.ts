/** Returns the desired name. If the name is in use, appends the first number that makes it unique. */
export function uniqueName(desired: string, usedNames: readonly string[]): string {
  const normalizedNames = new Set(usedNames.map(normalizeName))
  for (let suffix = 2, name = desired; ; suffix++) {
    if (!normalizedNames.has(normalizeName(name))) return name
    name = `${desired} ${suffix}`
  }
}

/** A platform may treat more names as equal than adrail does. */
function normalizeName(name: string): string {
  return name.trim().toLowerCase()
}
