import { expect, test } from 'vitest'
import { flagsOf } from './flags.ts'
import { groups } from './operations.ts'

test('no member of any operation has the name of a flag of the command line itself', () => {
  for (const group of groups())
    for (const operation of group.operations) {
      const names = flagsOf(operation).flatMap(({ name, alias = [], short = [] }) =>
        [name, alias, short].flat(),
      )
      expect(names, `${group.name} ${operation.name}`).toEqual([...new Set(names)])
    }
})
