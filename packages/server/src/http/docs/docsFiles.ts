// The files of the documentation: its pages in Markdown, its pictures, and the style and script of the pages.

import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import { guidesFolder, pageAssetsFolder } from '../../runtime/servedFiles.ts'

/**
 * Returns the paths of all pages and pictures in `docs/`, such as `client/link-a-user.md`. Empty where an
 * operator removed the folder.
 */
export function listDocsFiles(): string[] {
  if (!existsSync(guidesFolder)) return []
  return readdirSync(guidesFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /\.(md|png|svg)$/.test(path))
}

export async function readDocsFile(path: string): Promise<Buffer> {
  return await readFile(new URL(path, guidesFolder))
}

export async function readPageAsset(name: string): Promise<Buffer> {
  return await readFile(new URL(name, pageAssetsFolder))
}

/** Returns the address of a file. The page of a folder is its README. */
export function toAddress(file: string): string {
  return `/docs/${file.replace(/\.md$/, '').replace(/\/?README$/, '')}`
}
