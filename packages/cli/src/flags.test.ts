import { expect, test } from 'vitest'
import { listFlags } from './flags.ts'
import { loadGroups } from './operations.ts'

test('no member of any operation has the name of a flag of the command line itself', () => {
  for (const group of loadGroups())
    for (const operation of group.operations) {
      const names = listFlags(operation).flatMap(({ name, alias = [], short = [] }) =>
        [name, alias, short].flat(),
      )
      expect(names, `${group.name} ${operation.name}`).toEqual([...new Set(names)])
    }
})
