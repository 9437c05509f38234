// URLs and addresses for tests of server-side request forgery, and some harmless ones.

const disguisedHosts =
  '127.1 127.0.1 0 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 127.0.0.1. 0xa9fea9fe 2852039166 0251.0376.0251.0376 ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1'.split(
    ' ',
  )
/** Special addresses of IPv6. */
export const specialIpv6 =
  '::1 :: 0000::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: fe80::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 5f00::1'.split(
    ' ',
  )
/** Special addresses of IPv4. */
export const specialIpv4 =
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.8.9.10 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.4 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255'.split(
    ' ',
  )
export const publicIpv4 =
  '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 223.255.255.255'.split(
    ' ',
  )

/** The service must reject each of these URLs, regardless of DNS. */
export const hostileUrls: readonly string[] = [
  ...disguisedHosts.map((host) => `https://${host}/a.png`),
  ...specialIpv6.map((address) => `https://[${address}]/a.png`),
  ...specialIpv4.map((address) => `https://${address}/a.png`),
  'https:127.0.0.1',
  'https:/127.0.0.1',
  'https:\\\\127.0.0.1\\',
  '\thttps://1.1.1.1/',
  ' https://1.1.1.1/',
  'https://1.1.1.1/\n',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1\\@example.com/',
  'https://127.0.0.1#@example.com',
  'https://user@example.com/a.png',
  'https://user:secret@example.com/a.png',
  'https://1.1.1.1 &@2.2.2.2# @3.3.3.3/',
  'https://127.0.0.1%2f@example.com/',
  'https://localhost/',
  'https://localhost./',
  'https://foo.localhost/',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://loc%61lhost/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://postgres/',
  'https://printer.local/',
  'https://a.b.internal/',
  'http://example.com/a.png',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_',
  'ftp://example.com/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:https://example.com/1',
  'unix:/var/run/docker.sock',
  'https://example.com:22/',
  'https://example.com:5432/',
  'https://example.com:6379/',
  'https://example.com:8443/',
  'https://127.0.0.0.1/',
  'https://6425673729/',
  'https://[fe80::1%25eth0]/',
  '//127.0.0.1/',
  'https://exa%00mple.com/',
  `https://example.com/${'a'.repeat(2100)}`,
  '',
]
