// Lists promises about callers: honest, too many, or hostile.

import type { Proof } from './proof.ts'

export const callerProofs: readonly Proof[] = [
  {
    id: 'T12',
    name: 'fuzz',
    promise:
      'For every input, an operation returns the envelope, never fails with an internal error, and sends invalid input to no platform.',
    file: 'test/chaos/fuzz.test.ts',
    databases: ['sqlite'],
    longForm: '1,200 random, damaged and hostile bodies for each operation, about 100,000 in total.',
  },
  {
    id: 'T13',
    name: 'strangers',
    promise:
      'A workspace cannot read, use or guess anything of another workspace. The response is the same as for objects that do not exist.',
    file: 'test/chaos/otherWorkspaces.test.ts',
    databases: ['sqlite'],
    longForm:
      '10,000 requests, each with an id or name of another workspace in one of all possible places, over HTTP, MCP and the console. Each response is compared byte by byte with the response for an object that does not exist.',
  },
  {
    id: 'T14',
    name: 'inwards',
    promise: 'No one can make the service connect to its own network by sending a URL.',
    file: 'test/chaos/inwardAddresses.test.ts',
    databases: ['sqlite'],
    longForm:
      'Same as the short form: every known spelling of an internal address, for events and for pictures, and host names that resolve to internal addresses, at once or later. The proof records every connection that the process opens.',
  },
  {
    id: 'T15',
    name: 'injection',
    promise:
      'The input of a caller always remains a value: no input changes the structure of a request to a platform.',
    file: 'test/chaos/injection.test.ts',
    databases: ['sqlite'],
    longForm:
      '5,000 hostile texts in every field of every platform operation. The requests to the platforms are compared with the structure of ordinary requests.',
  },
  {
    id: 'T16',
    name: 'slow',
    promise:
      'Callers that send one byte from time to time, or never read, delay no other caller, and adrail closes their connections.',
    file: 'test/chaos/slowClients.test.ts',
    databases: ['sqlite'],
    longForm:
      '1,000 unfinished heads, 1,000 unfinished bodies and 500 callers that do not read, for a minute next to ordinary callers.',
  },
  {
    id: 'T17',
    name: 'overload',
    promise:
      'Under a load far above its capacity, the service works at capacity, and refuses the rest at once with a time to retry.',
    file: 'test/chaos/overload.test.ts',
    databases: ['postgres', 'sqlite'],
    longForm:
      'Five times the measured capacity for a minute, on PostgreSQL with one, two and four processes.',
  },
  {
    id: 'T18',
    name: 'neighbours',
    promise: 'A workspace that sends ten times its rate limit takes no capacity from another workspace.',
    file: 'test/chaos/neighbours.test.ts',
    databases: ['postgres', 'sqlite'],
    longForm: 'A minute alone and a minute next to the other workspace, on PostgreSQL with two processes.',
  },
  {
    id: 'T19',
    name: 'soak',
    promise:
      'A process that serves for a long time needs no more memory and no more handles, and deletes old data.',
    file: 'test/chaos/soak.test.ts',
    databases: ['sqlite'],
    longForm:
      '300,000 mixed requests in half an hour, one in a hundred against a failing platform. The heap is measured 60 times after a full garbage collection.',
  },
  {
    id: 'T22',
    name: 'garbled',
    promise:
      'If a platform returns an invalid response of any kind, callers get an error, and the process remains healthy.',
    file: 'test/chaos/hostileUpstream.test.ts',
    databases: ['sqlite'],
    longForm:
      '100 MB, a gigabyte in compressed form, a million brackets, endless headers and similar responses, with eight callers at once, on a process with a heap of 256 MB.',
  },
  {
    id: 'T23',
    name: 'secrets',
    promise:
      'No log, response, metric or plain-text column contains a token, code, state, cookie, key or app secret.',
    file: 'packages/server/src/linking/secrets.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm:
      'Same as the short form: the complete linking on three platforms, with its failures, and a search through all data that it stores or writes.',
  },
  {
    id: 'T24',
    name: 'rotation',
    promise: 'You can rotate encryption keys and API keys while the service runs, and no request fails.',
    file: 'packages/server/src/linking/rotation.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm:
      '10,000 credentials are re-encrypted with a new key while callers continue. An API key gets a successor and is revoked.',
  },
  {
    id: 'T25',
    name: 'links',
    promise: 'A link is completed once, and only in the browser that started it.',
    file: 'packages/server/src/linking/callback.test.ts',
    databases: ['sqlite', 'postgres'],
    longForm: 'About 500 changed callbacks, and 100 concurrent copies of the valid callback.',
  },
  {
    id: 'T26',
    name: 'console',
    promise: 'The console shows texts of callers and platforms as text, and never executes them.',
    file: 'packages/server/src/console/consolePages.browser.test.ts',
    databases: ['sqlite'],
    longForm:
      'Same as the short form: hostile texts in every name, on every page, in Chromium. `session.test.ts` tests sessions and foreign sites.',
  },
  {
    id: 'T27',
    name: 'agents',
    promise:
      'Instructions that someone hides in texts reach a language model as data, and a model that follows them changes nothing.',
    file: 'packages/server/src/mcp/untrustedText.test.ts',
    databases: ['sqlite'],
    longForm:
      'Same as the short form: 200 hidden instructions, all of which the model follows. `mcpRoute.test.ts` and `plans.test.ts` test keys, origins and plans.',
  },
  {
    id: 'T30',
    name: 'packages',
    promise:
      'The service consists of few packages, each pinned by its hash. No package runs code during installation, and no secret was ever committed.',
    file: 'test/chaos/supplyChain.test.ts',
    databases: ['sqlite'],
    longForm:
      'Two clean installations with identical files, and a search through the complete commit history.',
  },
  {
    id: 'T36',
    name: 'processes',
    promise: 'More processes on one database have more throughput, up to the number of cores.',
    file: 'test/chaos/overload.test.ts',
    databases: ['postgres'],
    longForm:
      'The same callers against one, two and four processes: throughput and processor time per request, compared with one process.',
  },
  {
    id: 'T37',
    name: 'hanging',
    promise: 'A user whose account hangs takes no capacity from another user of the same key.',
    file: 'test/chaos/hanging.test.ts',
    databases: ['sqlite'],
    longForm:
      'A minute alone, and a minute next to as many hanging requests of the other user as the key may send concurrently.',
  },
  {
    id: 'T49',
    name: 'uploads',
    promise:
      'When a process is killed during an upload, adrail stores the whole image or nothing. The image counts once against the quota, and the next upload of the image succeeds.',
    file: 'test/chaos/uploads.test.ts',
    databases: ['sqlite', 'postgres'],
    suiteDatabases: ['sqlite', 'postgres'],
    longForm:
      '20 rounds of kills before the body, in the body, after the chunks are stored, in the commit (PostgreSQL) and after the response. Then four callers upload 100 images twice each during 40 kills, and the images expire.',
  },
  {
    id: 'T44',
    name: 'stalls',
    promise:
      'No request header, URL, body or text of an operation blocks the event loop for more than 50 ms, regardless of its length and content.',
    file: 'test/chaos/stalls.test.ts',
    databases: ['sqlite'],
    longForm:
      'Every header, path and query, every text of every operation, arguments of MCP tools, and bodies of hooks, callbacks and sign-ins, each filled with 24 to 33 patterns that make expressions backtrack, at the maximum length.',
  },
]
