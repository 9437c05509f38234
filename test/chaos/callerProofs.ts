// Lists promises about callers: honest, too many, or hostile.

import type { Proof } from './proof.ts'

export const callerProofs: readonly Proof[] = [
  {
    id: 'T12',
    name: 'fuzz',
    promise:
      'Whatever an operation is sent, it answers with the envelope, never fails itself, and asks no platform for what is wrong.',
    file: 'test/chaos/fuzz.test.ts',
    databases: ['sqlite'],
    longForm: '1,200 random, damaged and hostile bodies for each operation, some 100,000 in all.',
  },
  {
    id: 'T13',
    name: 'strangers',
    promise:
      'Nothing of one workspace can be seen, used or guessed at from another: whatever names it is answered as if nobody had it.',
    file: 'test/chaos/otherWorkspaces.test.ts',
    databases: ['sqlite'],
    longForm:
      '10,000 requests, each with something of another workspace in one of all places where something can be named, by HTTP, MCP and the console, held byte for byte against the answer for what is not there.',
  },
  {
    id: 'T14',
    name: 'inwards',
    promise: 'Nobody can have the service reach into its own network by naming an address.',
    file: 'test/chaos/inwardAddresses.test.ts',
    databases: ['sqlite'],
    longForm:
      'the same: every known way to write an inward address, for events and for pictures, and names that lead inwards, at once or later; every connection that the process begins is watched.',
  },
  {
    id: 'T15',
    name: 'injection',
    promise:
      'Whatever a caller writes stays a value: no request to a platform takes another form because of it.',
    file: 'test/chaos/injection.test.ts',
    databases: ['sqlite'],
    longForm:
      '5,000 hostile texts in every place of every operation of the platforms, held against the forms of what honest ones make the platforms be asked.',
  },
  {
    id: 'T16',
    name: 'slow',
    promise:
      'Callers who send a byte now and then, or never read, keep nobody else waiting, and are sent away.',
    file: 'test/chaos/slowClients.test.ts',
    databases: ['sqlite'],
    longForm:
      '1,000 unfinished heads, 1,000 unfinished bodies and 500 who do not read, for a minute beside honest callers.',
  },
  {
    id: 'T17',
    name: 'overload',
    promise:
      'A service that is asked for far more than it can do does what it can, and refuses the rest at once with a time to come again.',
    file: 'test/chaos/overload.test.ts',
    databases: ['postgres', 'sqlite'],
    longForm:
      'five times the capacity, found first, for a minute; on PostgreSQL before one, two and four processes.',
  },
  {
    id: 'T18',
    name: 'neighbours',
    promise: 'A workspace that asks for ten times what it may takes nothing from another one.',
    file: 'test/chaos/neighbours.test.ts',
    databases: ['postgres', 'sqlite'],
    longForm: 'a minute alone and a minute beside the other, on PostgreSQL before two processes.',
  },
  {
    id: 'T19',
    name: 'soak',
    promise:
      'A process that serves on and on needs no more memory and no more handles, and what is old is forgotten.',
    file: 'test/chaos/soak.test.ts',
    databases: ['sqlite'],
    longForm:
      '300,000 mixed requests in half an hour, one in a hundred of which meets a platform that fails; the heap is looked at after a full collection 60 times.',
  },
  {
    id: 'T22',
    name: 'garbled',
    promise:
      'Whatever a platform answers, callers are told that it was of no use, and the process stays well.',
    file: 'test/chaos/hostileUpstream.test.ts',
    databases: ['sqlite'],
    longForm:
      '100 MB, a gigabyte packed small, a million brackets, headers without end and the like, eight callers at once, from a process with 256 MB of heap.',
  },
  {
    id: 'T23',
    name: 'secrets',
    promise:
      'No token, code, state, cookie, key or app secret stands in a log, an answer, a metric or a plain column.',
    file: 'packages/server/src/linking/secrets.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm:
      'the same: the whole way of linking on three platforms, with the ways in which it fails, and a search through everything that it left behind.',
  },
  {
    id: 'T24',
    name: 'rotation',
    promise:
      'Keys that seal secrets, and API keys, are changed while everything goes on, and no request fails for it.',
    file: 'packages/server/src/linking/rotation.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm:
      '10,000 credentials are sealed under a new key while callers go on, and an API key gets a successor and is revoked.',
  },
  {
    id: 'T25',
    name: 'links',
    promise: 'A link is finished once, and only by the browser that began it.',
    file: 'packages/server/src/linking/callback.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm: 'some 500 changed callbacks, and 100 times the true one at once.',
  },
  {
    id: 'T26',
    name: 'console',
    promise: 'Texts of callers and platforms are shown in the console as texts, and never run.',
    file: 'packages/server/src/console/consolePages.browser.test.ts',
    databases: ['sqlite'],
    longForm:
      'the same: hostile texts in everything that has a name, on every page, in Chromium. Sessions and foreign sites are tested beside it, in session.test.ts.',
  },
  {
    id: 'T27',
    name: 'agents',
    promise:
      'Instructions that strangers hide in texts reach a language model as data, and a model that follows them changes nothing.',
    file: 'packages/server/src/mcp/untrustedText.test.ts',
    databases: ['sqlite'],
    longForm:
      'the same: 200 hidden instructions, all of them followed. Keys, origins and plans are tested beside it, in door.test.ts and plans.test.ts.',
  },
  {
    id: 'T30',
    name: 'packages',
    promise:
      'The service is made of few packages, each held by its hash; none runs anything when it is installed, and no secret was committed.',
    file: 'test/chaos/supplyChain.test.ts',
    databases: ['sqlite'],
    longForm:
      'two installations from nothing whose files are equal, and a search through everything that was ever committed.',
  },
  {
    id: 'T36',
    name: 'processes',
    promise: 'More processes on one database do more, as far as there are cores for them.',
    file: 'test/chaos/overload.test.ts',
    databases: ['postgres'],
    longForm:
      'the same callers before one, two and four processes: throughput and processor time of a request against those of one.',
  },
  {
    id: 'T37',
    name: 'hanging',
    promise: 'A user whose account hangs takes nothing from another user of the same key.',
    file: 'test/chaos/hanging.test.ts',
    databases: ['sqlite'],
    longForm:
      'a minute alone, and a minute beside as many hanging requests of the other user as the key may have at a time.',
  },
  {
    id: 'T44',
    name: 'stalls',
    promise:
      'No request header, address, body or text of an operation, however long and whatever it contains, stops the event loop for more than 50 ms.',
    file: 'test/chaos/stalls.test.ts',
    databases: ['sqlite'],
    longForm:
      'every header, path and query, every text of every operation, arguments of MCP tools, and bodies of hooks, callbacks and sign-ins, each filled with 24 to 33 patterns that make expressions backtrack, at the greatest length that is read.',
  },
]
