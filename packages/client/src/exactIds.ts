// Ids of ad accounts can have more digits than a number holds exactly. The service sends each of them as text too.

/** The same answer, in which every id that also came as text is that text. */
export function withExactIds<Given>(given: Given): Given {
  if (Array.isArray(given)) return given.map(withExactIds) as Given
  if (typeof given !== 'object' || given === null) return given
  const members = Object.entries(given).map(([name, value]) => [
    name,
    (given as Record<string, unknown>)[`${name}Text`] ?? withExactIds(value),
  ])
  return Object.fromEntries(members)
}
