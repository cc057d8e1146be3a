import { isLoopback, neighbourhoodOf, networkOf } from './clientAddress.ts';

describe('the network that limits count as one client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['', ''],
    ['nobody', 'nobody'],
  ])('is found for %p: %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the address of a client', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.0.0.9', true],
    ['::1', true],
    ['::2', false],
    ['::ffff:127.0.0.1', true],
    ['::ffff:10.0.0.1', false],
    ['1127.0.0.1', false],
  ])('is recognised on loopback: %s: %s', (ip, expected) => {
    expect(isLoopback(ip)).toBe(expected);
  });

  it.each([
    ['192.0.2.77', '192.0.2.0'],
    ['::ffff:192.0.2.77', '192.0.2.0'],
    ['2001:db8:1:2:3::4', '2001:db8:1::'],
    ['nobody', 'nobody'],
  ])('belongs to a neighbourhood: %s to %s', (ip, expected) => {
    expect(neighbourhoodOf(ip)).toBe(expected);
  });
});
