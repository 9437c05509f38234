// The contract's examples are true: each runs against the sandbox's starting world, one after the other, and answers as it says.

import { declarationOf, type OperationName, operationNames, type RequestBody } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { linkTo } from '../../../testing/linked.ts'
import { expectResults } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'
import { addExampleUsers } from '../../../testing/users.ts'

const service = useService()
const operations = operationNames.filter((name) => /^(search|pro)\//.test(name))
const isWrite = (name: OperationName) => declarationOf(name).effect === 'write'

beforeAll(async () => {
  await addExampleUsers(service)
  await linkTo(service, 'usr_demo_all', { platform: 'SEARCH' })
  await linkTo(service, 'usr_demo_all', { platform: 'PROFESSIONAL' })
})

// Reads come first: the starting world is what they speak of.
test.each(operations.filter((name) => !isWrite(name)))('%s', async (operation) => {
  const { body, results } = declarationOf(operation).example
  const answer = await service.call(operation, body as RequestBody<OperationName>)
  expectResults(operation, answer)
  expect(answer.results).toMatchObject(expected(results, answer.results))
})

test.each(operations.filter(isWrite))('%s', async (operation) => {
  const { body, results } = declarationOf(operation).example
  const answer = await service.call(operation, body as RequestBody<OperationName>)
  expectResults(operation, answer)
  for (const [member, value] of Object.entries(results)) {
    // Ids are given out anew each time; everything else is as the example says.
    const told = (text: unknown) => String(text).replace(/^op_[0-9a-z]{26}$|\d{5,}$/, 'ID')
    expect(told(answer.results[member])).toBe(told(value))
  }
})

/** Lists are shown in part: each entry of the example is among those that came. Times follow the world's making. */
function expected(example: object, answer: object): object {
  return Object.fromEntries(
    Object.entries(example).map(([member, value]) => {
      if (!Array.isArray(value)) return [member, value]
      const came = (answer as Record<string, unknown>)[member] as object[]
      for (const entry of value) expect(came.map(withoutTimes)).toContainEqual(withoutTimes(entry))
      return [member, came]
    }),
  )
}

function withoutTimes(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      /^(created|lastModified|startDate|endDate)$/.test(name) ? typeof member : member,
    ),
  )
}
