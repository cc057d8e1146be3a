import { isPublicAddress } from './publicAddress.ts';

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2001:4860:4860::8888', '64:ff9b::808:808'])(
    'may be %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
    ['shared by a provider (CGNAT)', ['100.64.0.1', '100.127.255.255']],
    ["a provider's own service", ['168.63.129.16', '64:ff9b::a83f:8110']],
    ['multicast or broadcast', ['224.0.0.1', '239.255.255.255', 'ff02::1', '255.255.255.255']],
    ['reserved', ['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1']],
    ['for documents, benchmarks, discard', ['2001:db8::1', '3fff::1', '2001:2::1', '100::1', '5f00::1']],
    ['IPv4 mapped into IPv6', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1']],
    ['IPv4 within IPv6', ['::7f00:1', '::127.0.0.1', '2002:7f00:1::', '2002:a00:1::1', '2001:0:4136:e378::1']],
    ['NAT64 of an inner one', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1']],
    ['no address', ['', 'localhost', '8.8.8.8:80', 'example.test']],
  ])('may not be %s', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
