// Addresses and names that lead only to this machine.

const address = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/
const host = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export const isLoopbackAddress = (text: string): boolean => address.test(text)

/**
 * Checks a `Host` header. A foreign page can resolve its own name to this machine (DNS rebinding), but the
 * header then has that foreign name.
 */
export const isLoopbackHost = (text: string): boolean => host.test(text)

/** Whether only this machine reaches a listening address. */
export const isLoopbackListener = (text: string): boolean => text === 'localhost' || address.test(text)
