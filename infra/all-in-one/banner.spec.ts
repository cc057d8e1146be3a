import { defaultSite } from '@almanac/service';
import { banner } from './banner.ts';

const started = {
  address: 'http://localhost:8080',
  prefix: 'json',
  data: './data',
  site: defaultSite,
  credentials: undefined,
  sample: 0,
};

describe('what a start prints', () => {
  it('says what to open and gives requests that show events', () => {
    const text = banner(started);
    expect(text).toContain(
      'Almanac is open at http://localhost:8080/ and its interface at http://localhost:8080/en/json/',
    );
    expect(text.match(/curl/g)).toHaveLength(3);
    expect(text).not.toContain('An administrator was made');
  });

  it('tells the first administrator’s password, and uses it', () => {
    const text = banner({ ...started, credentials: { login: 'admin', password: 'abcd 1234' }, sample: 12 });
    expect(text).toContain('admin, application password abcd 1234');
    expect(text).toContain("curl -u admin:'abcd 1234'");
    expect(text).toContain('12 events of a sample');
  });
});
