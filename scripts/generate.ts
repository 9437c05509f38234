// Writes the files that derive from the code. With --check, writes nothing and fails when a file is stale.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentedFields, searchSchema } from '@adrail/sandbox/testing'
import type { GeneratedFile } from './generatedFile.ts'
import { generateLinearExpressions } from './linearExpressions.ts'
import { generateOperationIndexes } from './operationIndexes.ts'

const isCheckOnly = process.argv.includes('--check')
const stalePaths: string[] = []

await updateFiles([
  ...generateOperationIndexes(),
  await generateLinearExpressions(),
  documentedFields(),
  ...searchSchema(),
])
// The documents import the operations through the indexes, so they load only when the indexes are up to date.
if (!isCheckOnly || stalePaths.length === 0) {
  const { documents } = await import('./documents.ts')
  await updateFiles(documents)
}

if (stalePaths.length === 0) console.log('All generated files are fresh.')
else if (isCheckOnly) {
  console.error(`Stale, run \`npm run generate\`:\n${stalePaths.map((path) => `  ${path}`).join('\n')}`)
  process.exitCode = 1
} else console.log(`Written:\n${stalePaths.map((path) => `  ${path}`).join('\n')}`)

/** Records every stale file, and writes it unless this run only checks. */
async function updateFiles(files: readonly GeneratedFile[]): Promise<void> {
  for (const generatedFile of files) {
    const file = fileURLToPath(new URL(`../${generatedFile.path}`, import.meta.url))
    const currentText = await readIfExists(file)
    const newText =
      generatedFile.part === undefined ? generatedFile.text : replacePart(currentText ?? '', generatedFile)
    if (currentText === newText) continue
    stalePaths.push(relative(process.cwd(), file))
    if (isCheckOnly) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, newText)
  }
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the lines between the two markers of a file. */
function replacePart(file: string, { path, part, text }: GeneratedFile): string {
  const begin = `<!-- generated: ${part} -->\n`
  const end = `<!-- end of generated: ${part} -->`
  const from = file.indexOf(begin)
  const to = file.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} lacks the markers of its generated part "${part}".`)
  return `${file.slice(0, from)}${begin}\n${text}\n${file.slice(to)}`
}
