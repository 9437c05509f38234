import { createPostsCase } from './posts.ts'

/** Four pages of the platform in one response: the cost of a post outweighs the cost of a request. */
export const { operationCase, platform } = createPostsCase(100, [
  { measure: 'CPU / proxy-map', max: 1.3, connections: 1 },
  { measure: 'CPU / proxy-map', max: 1.45, connections: 16 },
])
