// Tests the check of regular expressions that `npm run check` runs over the sources.

import { expect, test } from 'vitest'
import { extractExpressions, findProblems } from '../scripts/linearExpressions.ts'

const problemsIn = (text: string, reasons: Readonly<Record<string, string>> = {}) =>
  findProblems([extractExpressions('fixture.ts', text)], new Set(), reasons)

test('findProblems reports an expression that backtracks in a literal, a template of constants or an argument of RegExp', async () => {
  for (const text of [
    'const a = /^(a+)+$/',
    `const part = '(a+)+'\nconst id = matching(\`^\${part}$\`, 'must be a.')`,
    "const id = new RegExp('^(a+)+$', 'i')",
    `const part = 'a+'\nconst whole = \`(\${part})+\`\nconst id = RegExp(\`^\${whole}$\`)`,
  ])
    expect(await problemsIn(text)).toEqual([expect.stringContaining('may need more than linear time')])
  expect(
    await problemsIn(`const part = '[a-z]+'\nconst id = matching(\`^\${part}$\`, 'must be a.')`),
  ).toEqual([])
})

test('findProblems reports a variable pattern without a reason, and a reason without its pattern', async () => {
  const text = `const find = (word: string) => new RegExp(\`^\${word}$\`)`
  expect(await problemsIn(text)).toEqual([expect.stringContaining('is no constant')])
  const reasons = { [`fixture.ts \`^\${word}$\``]: 'Fixed words.' }
  expect(await problemsIn(text, reasons)).toEqual([])
  expect(await problemsIn('', reasons)).toEqual([expect.stringContaining('No such pattern exists')])
})
