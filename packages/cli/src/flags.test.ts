import { expect, test } from 'vitest'
import { listFlags } from './flags.ts'
import { loadGroups } from './operations.ts'

test('every flag of an operation has a unique name, alias and short form', () => {
  for (const group of loadGroups())
    for (const operation of group.operations) {
      const names = listFlags(operation).flatMap(({ name, alias = [], short = [] }) =>
        [name, alias, short].flat(),
      )
      expect(names, `${group.name} ${operation.name}`).toEqual([...new Set(names)])
    }
})
