// Ids of ad accounts can have more digits than a JavaScript number holds exactly. The service sends each of
// them as text as well.

/** Returns the response with every id replaced by its text, where the response has both. */
export function withExactIds<Given>(given: Given): Given {
  if (Array.isArray(given)) return given.map(withExactIds) as Given
  if (typeof given !== 'object' || given === null) return given
  const members = Object.entries(given).map(([name, value]) => [
    name,
    (given as Record<string, unknown>)[`${name}Text`] ?? withExactIds(value),
  ])
  return Object.fromEntries(members)
}
