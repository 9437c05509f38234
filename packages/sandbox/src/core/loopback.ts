/** Whether an address belongs to this machine only. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)
}
