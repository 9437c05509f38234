// The code blocks of the documentation, and the tests that run them.

export interface CodeBlock {
  readonly path: string
  readonly line: number
  readonly language: string
  /** The words after the language, such as `recipe=adAccounts.mjs`. */
  readonly info: string
  readonly code: string
  /** Why no test runs the block, from the comment before it. */
  readonly notRun?: string
}

/** A comment before a block states why no test runs the block. */
const notRunComment = /^<!-- not run: (.+) -->$/

export function listCodeBlocks(path: string, text: string): CodeBlock[] {
  const lines = text.split('\n')
  const blocks: CodeBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', language = '', info = ''] = /^( *)```(\w+) ?(.*)$/.exec(lines[at] ?? '') ?? []
    if (language === '') continue
    const end = lines.indexOf(`${indent}\`\`\``, at)
    const notRun = notRunComment.exec((lines[at - 1] ?? '').trim())?.[1]
    const code = `${lines.slice(at + 1, end).join('\n')}\n`
    blocks.push({ path, line: at + 1, language, info, code, ...(notRun === undefined ? {} : { notRun }) })
    at = end
  }
  return blocks
}

/** `test/documentedCommands.test.ts` runs the shell blocks of these pages in order, one page after the other. */
export const commandPages: readonly string[] = [
  'README.md',
  'docs/quickstart.md',
  'docs/create-campaigns.md',
  'docs/change-and-undo.md',
  'docs/writes.md',
  'docs/linking.md',
  'docs/reports.md',
  'docs/leads.md',
  'docs/upgrading.md',
  'docs/limits-and-approvals.md',
  'docs/media.md',
  'docs/sandbox.md',
]

/** `test/programs.test.ts` runs the TypeScript of each of these pages as one program. */
export const programPages = /^(README|docs\/(client|tutorial|client\/[\w-]+))\.md$/

interface Runner {
  readonly languages: readonly string[]
  readonly pages: RegExp
  /** Only blocks with such an info string. */
  readonly info?: RegExp
  readonly test: string
}

export const runners: readonly Runner[] = [
  { languages: ['sh'], pages: /^docs\/operations\/\w+\.md$/, test: 'test/surfaces/printedExamples.test.ts' },
  { languages: ['sh'], pages: /^docs\/cli\.md$/, test: 'test/surfaces/cliDocs.test.ts' },
  {
    languages: ['sh'],
    pages: new RegExp(`^(${commandPages.join('|').replaceAll('.', '\\.')})$`),
    test: 'test/documentedCommands.test.ts',
  },
  { languages: ['ts'], pages: programPages, test: 'test/programs.test.ts' },
  {
    languages: ['js', 'python'],
    pages: /^docs\/testing\.md$/,
    info: /^recipe=/,
    test: 'test/installations/testingPackage.test.ts',
  },
  {
    languages: ['js'],
    pages: /^docs\/sandbox\.md$/,
    info: /^file=/,
    test: 'packages/sandbox/test/docs.test.ts',
  },
  { languages: ['js'], pages: /^docs\/webhooks\.md$/, test: 'test/surfaces/webhooks.test.ts' },
]

/** Returns the test that runs a block. */
export function findRunner({ path, language, info }: CodeBlock): Runner | undefined {
  return runners.find(
    (runner) =>
      runner.languages.includes(language) && runner.pages.test(path) && (runner.info?.test(info) ?? true),
  )
}
