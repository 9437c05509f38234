// Catalogs and starting worlds are data files next to the code: tables as tab-separated text, trees as JSON.

import { readFileSync } from 'node:fs'

/**
 * Resolves `search/languages.tsv` to its address in the data folder. The result is the same from `src` and
 * from `dist`.
 */
export function dataFileUrl(path: string): URL {
  return new URL(`../../data/${path}`, import.meta.url)
}

/**
 * Reads the rows of a table, keyed by the names in its first line. Throws if the file has other columns than
 * `columns`.
 */
export function readTable<Column extends string = string>(
  path: string,
  columns?: readonly Column[],
): Record<Column, string>[] {
  const [header = '', ...lines] = readFileSync(dataFileUrl(path), 'utf8').replace(/\n$/, '').split('\n')
  const names = header.split('\t')
  if (columns !== undefined && columns.join('\t') !== header) {
    throw new Error(`${path} has the columns ${names.join(', ')}, not ${columns.join(', ')}.`)
  }
  return lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== names.length) {
      throw new Error(`${path}, line ${index + 2}: ${cells.length} cells under ${names.length} columns.`)
    }
    // The check above compared the columns with the file's first line.
    return Object.fromEntries(names.map((name, column) => [name, cells[column]])) as Record<Column, string>
  })
}

/** Reads a JSON file that ships with the package. The caller asserts its type. */
export function readJson<Data>(path: string): Data {
  return JSON.parse(readFileSync(dataFileUrl(path), 'utf8')) as Data
}

/** Defers a read until the first call and caches the result, so that importing a module reads no file. */
export function lazy<Value>(read: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined
  return () => {
    cached ??= { value: read() }
    return cached.value
  }
}
