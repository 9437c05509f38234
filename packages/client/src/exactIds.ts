// Ids of ad accounts can have more digits than a JavaScript number holds exactly. The service sends each of
// them as text as well.

/** Returns the response with every id replaced by its text, where the response has both. */
export function withExactIds<Input>(input: Input): Input {
  if (Array.isArray(input)) return input.map(withExactIds) as Input
  if (typeof input !== 'object' || input === null) return input
  const fields = Object.entries(input).map(([name, value]) => [
    name,
    (input as Record<string, unknown>)[`${name}Text`] ?? withExactIds(value),
  ])
  return Object.fromEntries(fields)
}
