// The rules on commit subjects, applied to the history of this checkout.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findVaguePhrase } from './vocabulary.ts'

/** Earlier subjects follow no rule. */
const firstDay = '2026-11-19T07:00:00Z'
/** `git log --oneline` and common web views show this many characters. */
const maxLength = 70
/** These verbs hide what changed: "Let operators …", "Give pages …". Say Add, Fix, Remove or Limit. */
const vagueVerbs = /^(bring|give|have|hold|keep|let|make|say|tell)\b/i

/** Lists the subjects since the first day. Empty where the code is not a git checkout, as in an archive. */
export function readCommitSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '--no-merges', `--since=${firstDay}`, '--format=%s'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Lists the problems of commit subjects, one line each. A scope such as `journal: ` may precede the verb. */
export function findSubjectProblems(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) => {
    const sentence = subject.replace(/^[a-z][\w, /-]*: /, '')
    const vaguePhrase = findVaguePhrase(subject)
    return [
      ...(subject.length > maxLength ? [`"${subject}" has more than ${maxLength} characters`] : []),
      ...(vagueVerbs.test(sentence) ? [`"${subject}" starts with a vague verb`] : []),
      ...(vaguePhrase === undefined ? [] : [`"${subject}" says '${vaguePhrase}'`]),
      ...(subject.endsWith('.') ? [`"${subject}" ends with a period`] : []),
    ]
  })
}
