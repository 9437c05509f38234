// Addresses and names that lead only to this machine.

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export const isLoopbackAddress = (text: string): boolean => loopbackAddress.test(text)

/**
 * Checks a `Host` header. A foreign page can resolve its own name to this machine (DNS rebinding), but the
 * header then has that foreign name.
 */
export const isLoopbackHost = (text: string): boolean => loopbackHost.test(text)

/** Whether only this machine reaches a listening address. */
export const isLoopbackListener = (text: string): boolean =>
  text === 'localhost' || loopbackAddress.test(text)
