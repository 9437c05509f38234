// Rules for the documentation and for texts of the product: words, links and code blocks.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CodeBlock, findRunner, listCodeBlocks } from '../codeBlocks.ts'
import type { Source } from './readSource.ts'
import { isProduction } from './rule.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Document {
  readonly path: string
  readonly text: string
}

/** Every page in Markdown that readers open. */
export function readDocuments(): Document[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      posix.join(folder, path),
    )
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  const readmes = packages.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  return [...atRoot, ...inFolder('docs'), ...inFolder('examples'), 'bench/README.md', ...readmes]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Phrases that a reader cannot understand alone or that another word names better, with that word. */
const phrases: readonly (readonly [phrase: string, instead: string])[] = [
  ['by itself|by themselves|of its own accord', 'automatically'],
  ['whoever|somebody|nobody|anybody', 'someone, no one, or the role'],
  ['whatever|whichever', 'name the thing'],
  ['(?:is|are|was|were|gets?) told|tells|telling', 'returns, shows, notifies'],
  ['(?:is|are|was) (?:asked|made|brought)', 'requested, created, added'],
  ['takes? (?:it )?back|taken back|turns? back', 'undo, roll back'],
  ['gives? back|given back', 'return, restore'],
  ['under way|being carried out|goes on', 'in progress, running'],
  ['lets more be spent|what raises', 'increases the possible spend'],
  ['as it stands|stands in|stands there', 'is in, contains'],
  ['sealed|seal anew|unsealed', 'encrypted'],
  ['amiss|garbled', 'wrong, invalid'],
  ['mends?|mended|heals?|put right', 'fix, recover'],
  ['once more|anew', 'again, or the exact number'],
  ['has run out|is over|lapses|dies out|is dead', 'expired, ended'],
  ['looks? (?:at|for|after)|looked (?:at|for|after)', 'check, look up, find'],
  ['people who link|whom the workspace', 'users'],
  [
    'the (?:professional|photo|feed) network|the search platform',
    'LinkedIn, Instagram, Facebook, Google Ads',
  ],
  ['told elsewhere|as above|see above', 'a link that names its target'],
  ['forgets|forgotten', 'deletes'],
  ['the house|the door|lets go of', 'the exact term'],
  ['turn the clock|fail on order', 'advance the clock, inject a fault'],
  ['sends? again|tries again|try again', 'retry, resend'],
  ['(?:it|adrail|service|platform) answers|answers alike|answered (?:with|by)', 'return, response'],
  ['carries a member|an unknown member|members? of the body', 'field'],
]

/** A phrase may continue on the next line. */
const toSource = (phrase: string) => phrase.replaceAll(' ', String.raw`\s+`)
const pattern = new RegExp(String.raw`\b(?:${phrases.map(([phrase]) => toSource(phrase)).join('|')})\b`, 'gi')

/** Generated texts come from the code, whose strings are documents too. */
const generatedPage = /<!-- Generated from the code/
const generatedPart = /<!-- generated: [\s\S]*?<!-- end of generated: [^>]*-->/g
/** Names in the code, quoted texts of the service, and addresses. */
const verbatim = /```[\s\S]*?```|`[^`]*`|"[^"\n]*"|“[^”]*”|\]\([^)]*\)/g

/** Pages that keep their wording: records of decisions, former names, and releases. */
const exempt = /^(docs\/decisions\/\d|docs\/glossary|CHANGELOG)/

export function isChecked({ path, text }: Document): boolean {
  return /^(README\.md|docs\/)/.test(path) && !exempt.test(path) && !generatedPage.test(text)
}

/**
 * Sources whose texts keep their wording. Emulated platforms quote the platforms, log events quote earlier
 * releases, migrations contain names of columns, and pages for end users contain "try again".
 */
const exemptSources =
  /^packages\/(sandbox\/src\/platforms|server\/src\/(connect\/texts|observability\/logEvents|store\/migrations))/

/** Sources outside of packages whose texts are in generated pages. */
const pageSources = /^test\/(chaos\/\w*[pP]roofs|mutants\/\w+)\.ts$|^scripts\/\w+Text\.ts$/

/** Turns the texts of the product into documents with the same line numbers. Texts without a space are names. */
export function toDocuments(sources: readonly Source[]): Document[] {
  return sources
    .filter(({ path }) => (isProduction(path) && !exemptSources.test(path)) || pageSources.test(path))
    .map(({ path, texts }) => {
      const lines: string[] = []
      for (const { line, text } of texts)
        if (/\s\S/.test(text)) lines[line - 1] = `${lines[line - 1] ?? ''} ${text.replace(/\s+/g, ' ')}`
      return { path, text: Array.from(lines, (line) => line ?? '').join('\n') }
    })
}

/** Lists the vague phrases of texts, each with a better word. */
export function findVaguePhrases(documents: readonly Document[]): string[] {
  return documents.flatMap(({ path, text }) => {
    const prose = text
      .replace(generatedPart, keepLines)
      .replace(verbatim, (part) => keepLines(part) || ' ')
      .replaceAll('\u2019', "'")
    return [...prose.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = prose.slice(0, index).split('\n').length
      const instead = phrases.find(([phrase]) =>
        new RegExp(`^(?:${toSource(phrase)})$`, 'i').test(found),
      )?.[1]
      return `${path}:${line} says "${found}": use ${instead}`
    })
  })
}

const keepLines = (text: string) => text.replace(/[^\n]/g, '')

/** Two spaces within a line of text remain where an editor joined two paragraphs, or a table with its text. */
const joint = /^(?!\s*\|)[^\n]*\S {2,}\S/gm

/** Lists lines of text that an editor joined with the next paragraph or with a table. */
export function findJoinedParagraphs(documents: readonly Document[]): string[] {
  return documents
    .filter(({ text }) => !generatedPage.test(text))
    .flatMap(({ path, text }) => {
      const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, keepLines).replace(/`[^`\n]*`/g, '`')
      return [...prose.matchAll(joint)].map(
        ({ index }) => `${path}:${prose.slice(0, index).split('\n').length} joins two paragraphs`,
      )
    })
}

/** Lists links to files that do not exist, and to anchors that their page does not have. */
export function findDeadLinks(documents: readonly Document[], isFile: (path: string) => boolean): string[] {
  const anchors = new Map(documents.map(({ path, text }) => [path, listAnchors(text)]))
  return documents.flatMap(({ path, text }) =>
    [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^()\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, picture]) => link ?? picture ?? '')
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#')
        const page = file === '' ? path : posix.join(posix.dirname(path), file)
        if (!isFile(page)) return true
        return anchor !== undefined && page.endsWith('.md') && !anchors.get(page)?.has(anchor)
      })
      .map((target) => `${path} links to ${target}`),
  )
}

/** The anchors of headings, as GitHub derives them, and explicit ones. */
function listAnchors(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  for (const [, heading, id] of prose.matchAll(/^#+ (.+)$|<a id="([^"]+)">/gm)) {
    if (id !== undefined) {
      anchors.add(id)
      continue
    }
    const slug = (heading ?? '')
      .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
      .toLowerCase()
      .replace(/[^a-z0-9_ -]/g, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let number = 1; anchors.has(name); number++) name = `${slug}-${number}`
    anchors.add(name)
  }
  return anchors
}

const languagesThatRun = new Set(['sh', 'bash', 'ts', 'js', 'python'])

/** Lists programs and commands that no test runs and that have no reason. */
export function findUntestedBlocks(documents: readonly Document[]): string[] {
  return documents
    .filter(({ path }) => /^(README\.md|docs\/|bench\/)/.test(path) && !/^docs\/decisions\//.test(path))
    .flatMap(({ path, text }) => listCodeBlocks(path, text))
    .filter((block) => languagesThatRun.has(block.language) && block.notRun === undefined)
    .filter((block) => findRunner(block) === undefined)
    .map(describe)
}

function describe({ path, line, language }: CodeBlock): string {
  return `${path}:${line} has a block of ${language} that no test runs`
}
