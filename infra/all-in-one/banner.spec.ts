import { defaultSite } from '@almanac/service';
import { banner, firstBanner } from './banner.ts';

const started = {
  address: 'http://localhost:8080',
  prefix: 'json',
  data: './data',
  site: defaultSite,
  credentials: undefined,
  sample: 0,
};

describe('the banner of a start', () => {
  it('names addresses to open and requests that show events', () => {
    const text = banner(started);
    expect(text).toContain(
      'Almanac is open at http://localhost:8080/ and its interface at http://localhost:8080/en/json/',
    );
    expect(text.match(/curl/g)).toHaveLength(3);
  });

  const credentials = {
    login: 'admin',
    password: 'abcd 1234',
    token: 't0-ken',
    began: '2026-11-22T10:00:00Z',
    goesOn: false,
  };

  it('uses the first administrator’s application password in its examples', () => {
    const text = banner({ ...started, credentials, sample: 12 });
    expect(text).toContain("curl -u admin:'abcd 1234'");
    expect(text).toContain('12 events of a sample');
  });

  it('tells how the first administrator signs in, and whether it was told before', () => {
    const text = firstBanner(started.address, credentials);
    expect(text).toContain('application password abcd 1234');
    expect(text).toContain('http://localhost:8080/en/admin/set-password?token=t0-ken');
    expect(text).not.toContain('interrupted');
    expect(firstBanner(started.address, { ...credentials, goesOn: true })).toContain('was interrupted and goes on');
  });
});
