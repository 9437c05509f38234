// Writes the documents that derive from the code. With --check it writes nothing and fails when one is stale.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorsText, llmsText, openapi, operationsText } from '@adrail/contract'
import { callsText } from '@adrail/sandbox'
import { configurationText } from '@adrail/server/variables'

interface Document {
  readonly path: string
  readonly text: string
  /** Names the part of a hand-written file that is generated; the whole file when absent. */
  readonly part?: string
}

const notice = '<!-- Generated from the code by `npm run generate`. Do not edit. -->'

const documents: Document[] = [
  { path: 'docs/openapi.json', text: `${JSON.stringify(openapi(), null, 2)}\n` },
  { path: 'docs/operations.md', text: `${notice}\n\n${operationsText()}` },
  { path: 'docs/errors.md', text: `${notice}\n\n${errorsText()}` },
  { path: 'docs/configuration.md', text: `${notice}\n\n${configurationText()}` },
  { path: 'docs/sandbox.md', part: 'calls', text: callsText() },
  { path: 'docs/llms.txt', text: `${notice}\n\n${llmsText()}` },
]

const checkOnly = process.argv.includes('--check')
const stale: string[] = []

for (const document of documents) {
  const file = fileURLToPath(new URL(`../${document.path}`, import.meta.url))
  const present = await readIfThere(file)
  const wanted = document.part === undefined ? document.text : withPart(present ?? '', document)
  if (present === wanted) continue
  stale.push(relative(process.cwd(), file))
  if (checkOnly) continue
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, wanted)
}

if (stale.length === 0) console.log('All generated files are fresh.')
else if (checkOnly) {
  console.error(`Stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join('\n')}`)
  process.exitCode = 1
} else console.log(`Written:\n${stale.map((path) => `  ${path}`).join('\n')}`)

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The file with the lines between its two markers replaced. */
function withPart(file: string, { path, part, text }: Document): string {
  const begin = `<!-- generated: ${part} -->\n`
  const end = `<!-- end of generated: ${part} -->`
  const from = file.indexOf(begin)
  const to = file.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} lacks the markers of its generated part "${part}".`)
  return `${file.slice(0, from)}${begin}\n${text}\n${file.slice(to)}`
}
