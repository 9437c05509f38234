/** Formats a count with its noun: "1 keyword", "3 keywords". */
export function formatCount(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`
}
