// Messages for the error codes of the API, written for the sandbox. A code without a message gets its name as
// text.

import { lazy, readTable } from '../../core/dataFiles.ts'

const sentencesByCode = lazy(
  () =>
    new Map(
      readTable('search/errorSentences.tsv', ['code', 'sentence']).map(({ code, sentence }) => [
        code,
        sentence,
      ]),
    ),
)

export function errorMessage(code: string): string {
  const sentence = sentencesByCode().get(code)
  if (sentence !== undefined) return sentence
  const words = (code.split('.')[1] ?? code).toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
