// Promises about whoever asks: honest callers, too many of them, and such that mean harm.

import type { Proof } from './proof.ts'

export const proofsOfTheDoor: readonly Proof[] = [
  {
    id: 'T12',
    name: 'fuzz',
    promise:
      'Whatever an operation is sent, it answers with the envelope, never fails itself, and asks no platform for what is wrong.',
    file: 'test/chaos/fuzz.test.ts',
    databases: ['sqlite'],
    long: '1,200 random, damaged and hostile bodies for each operation, some 100,000 in all.',
  },
  {
    id: 'T13',
    name: 'strangers',
    promise:
      'Nothing of one workspace can be seen, used or guessed at from another: whatever names it is answered as if nobody had it.',
    file: 'test/chaos/otherWorkspaces.test.ts',
    databases: ['sqlite'],
    long: '10,000 requests, each with something of another workspace in one of all places where something can be named, by HTTP, MCP and the console, held byte for byte against the answer for what is not there.',
  },
  {
    id: 'T15',
    name: 'injection',
    promise:
      'Whatever a caller writes stays a value: no request to a platform takes another form because of it.',
    file: 'test/chaos/injection.test.ts',
    databases: ['sqlite'],
    long: '5,000 hostile texts in every place of every operation of the platforms, held against the forms of what honest ones make the platforms be asked.',
  },
  {
    id: 'T17',
    name: 'overload',
    promise:
      'A service that is asked for far more than it can do does what it can, and refuses the rest at once with a time to come again.',
    file: 'test/chaos/overload.test.ts',
    databases: ['sqlite', 'postgres'],
    long: 'five times the capacity, found first, for a minute; on PostgreSQL before one, two and four processes.',
  },
  {
    id: 'T18',
    name: 'neighbours',
    promise: 'A workspace that asks for ten times what it may takes nothing from another one.',
    file: 'test/chaos/neighbours.test.ts',
    databases: ['sqlite', 'postgres'],
    long: 'a minute alone and a minute beside the other, on PostgreSQL before two processes.',
  },
  {
    id: 'T19',
    name: 'soak',
    promise:
      'A process that serves on and on needs no more memory and no more handles, and what is old is forgotten.',
    file: 'test/chaos/soak.test.ts',
    databases: ['sqlite'],
    long: '300,000 mixed requests in half an hour, one in a hundred of which meets a platform that fails; the heap is looked at after a full collection 60 times.',
  },
  {
    id: 'T33',
    name: 'processes',
    promise: 'More processes on one database do more, as far as there are cores for them.',
    file: 'test/chaos/overload.test.ts',
    databases: ['postgres'],
    long: 'the same callers before one, two and four processes: throughput and processor time of a request against those of one.',
  },
]
