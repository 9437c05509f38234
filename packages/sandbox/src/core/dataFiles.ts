// Catalogues and starting worlds lie beside the code as data: tables as tab-separated text, trees as JSON.

import { readFileSync } from 'node:fs'

/** `search/languages.tsv` → where it lies; the same from `src` and from `dist`. */
export function dataFile(path: string): URL {
  return new URL(`../../data/${path}`, import.meta.url)
}

/** The rows of a table by the names in its first line. Named columns must be exactly those of the file. */
export function readTable<Column extends string = string>(
  path: string,
  columns?: readonly Column[],
): Record<Column, string>[] {
  const [head = '', ...lines] = readFileSync(dataFile(path), 'utf8').replace(/\n$/, '').split('\n')
  const names = head.split('\t')
  if (columns !== undefined && columns.join('\t') !== head) {
    throw new Error(`${path} has the columns ${names.join(', ')}, not ${columns.join(', ')}.`)
  }
  return lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== names.length) {
      throw new Error(`${path}, line ${index + 2}: ${cells.length} cells under ${names.length} columns.`)
    }
    // The columns were compared with the file's first line above.
    return Object.fromEntries(names.map((name, at) => [name, cells[at]])) as Record<Column, string>
  })
}

/** A tree as its file has it; the type is the reader's word for a file that comes with the package. */
export function readTree<Tree>(path: string): Tree {
  return JSON.parse(readFileSync(dataFile(path), 'utf8')) as Tree
}

/** Reads when it is first asked and remembers: importing a module reads no file. */
export function onFirstUse<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}
