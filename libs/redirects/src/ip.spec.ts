import { canonicalIp, maskedIp } from './ip.ts';

describe('an IP address', () => {
  it.each([
    ['192.168.1.1', '192.168.1.1', '192.168.1.0'],
    ['::ffff:192.168.1.1', '192.168.1.1', '192.168.1.0'],
    ['2001:0db8:85a3:0001:0001:8a2e:0370:7334', '2001:db8:85a3:1:1:8a2e:370:7334', '2001:db8:85a3:1::'],
    ['2001:db8:85a3:10:10:8a2e:370:7334', '2001:db8:85a3:10:10:8a2e:370:7334', '2001:db8:85a3:10::'],
    ['2001:db8::1', '2001:db8::1', '2001:db8::'],
    ['::1', '::1', '::'],
    ['fe80::', 'fe80::', 'fe80::'],
  ])('is normalized: %s is %s, without its last part %s', (sent, canonical, masked) => {
    expect([canonicalIp(sent), maskedIp(sent)]).toEqual([canonical, masked]);
  });

  it.each(['something', '', '10.0.0.0/8', '1.2.3', 'fe80::1%eth0', '[::1]'])('may not be %j', (sent) => {
    expect([canonicalIp(sent), maskedIp(sent)]).toEqual([undefined, '']);
  });
});
