// Addresses and names that lead to this machine and to no other.

const address = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/
const host = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export const isLoopbackAddress = (text: string): boolean => address.test(text)

/** Of a `Host` header. A foreign page can have a name of its own lead here (DNS rebinding), and then names that one. */
export const isLoopbackHost = (text: string): boolean => host.test(text)

/** Of a listening address: whether only this machine reaches it. */
export const isLoopbackListener = (text: string): boolean => text === 'localhost' || address.test(text)
