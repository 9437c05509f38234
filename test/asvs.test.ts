// docs/asvs.md must have one row for every requirement of ASVS 5.0.0 up to level 2, and correct counts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'asvs.md'), 'utf8')

/** The requirement numbers of levels 1 and 2, by section. */
const sections: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| ([a-z ]+) \| (.+) \|$/gm)]

test('docs/asvs.md has one row for every ASVS requirement of levels 1 and 2, with a state and a reason', () => {
  const ids = Object.entries(sections).flatMap(([section, numbers]) =>
    numbers.map((each) => `${section}.${each}`),
  )
  expect(ids).toHaveLength(253)
  expect(rows.map(([, id]) => id)).toEqual(ids)
})

test('docs/asvs.md counts its rows correctly by state', () => {
  for (const [, state, count] of page.matchAll(/^\| ([a-z ]+) \| (\d+) \|/gm))
    expect([state, rows.filter(([, , each]) => each === state).length]).toEqual([state, Number(count)])
})

test('docs/security.md mentions every ASVS requirement with the state missing', () => {
  const explained = readFileSync(join(import.meta.dirname, '..', 'docs', 'security.md'), 'utf8')
  const missing = rows.flatMap(([, id = '', state]) => (state === 'missing' ? [id] : []))
  expect(missing.filter((id) => !new RegExp(`\\b${id.replaceAll('.', '\\.')}\\b`).test(explained))).toEqual(
    [],
  )
})
