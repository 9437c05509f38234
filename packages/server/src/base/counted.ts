/** Formats a count with its noun: "1 keyword", "3 keywords". */
export function counted(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}
