// Parses the fields that a request names into a tree: `id,adsets.limit(25){id,name}` of Meta,
// `id,review:(status)` of LinkedIn.

export type FieldTree = ReadonlyMap<string, FieldTree>

export function parseFieldTree(fields: string): FieldTree {
  const tokens = fields
    // Parameters of an edge, such as `.limit(25)`.
    .replaceAll(/\.\w+\([^()]*\)/g, '')
    .replaceAll(':(', '{')
    .replaceAll(')', '}')
    .match(/[\w$]+|[{}]/g)
  const root = new Map<string, FieldTree>()
  const stack = [root]
  let current = root
  for (const token of tokens ?? []) {
    if (token === '{') stack.push(current)
    else if (token === '}') stack.pop()
    else {
      current = new Map()
      stack.at(-1)?.set(token, current)
    }
  }
  return root
}
