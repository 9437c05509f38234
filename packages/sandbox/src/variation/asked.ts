// Parses the fields that a request names into a tree: `id,adsets.limit(25){id,name}` of Meta,
// `id,review:(status)` of LinkedIn.

export type Asked = ReadonlyMap<string, Asked>

export function askedFields(fields: string): Asked {
  const words = fields
    // Parameters of an edge, such as `.limit(25)`.
    .replaceAll(/\.\w+\([^()]*\)/g, '')
    .replaceAll(':(', '{')
    .replaceAll(')', '}')
    .match(/[\w$]+|[{}]/g)
  const root = new Map<string, Asked>()
  const open = [root]
  let last = root
  for (const word of words ?? []) {
    if (word === '{') open.push(last)
    else if (word === '}') open.pop()
    else {
      last = new Map()
      open.at(-1)?.set(word, last)
    }
  }
  return root
}
