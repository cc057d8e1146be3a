import { type AskedSite, startAsked } from '../all-in-one/askedSite.contract.ts';
import { reachSite } from './reachSite.ts';
import { restRootOf } from './restRoot.ts';

describe('the site that a command is given', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked({ prefix: 'api', publicUrl: 'https://calendar.example' });
  });
  afterAll(() => s.running.stop());

  it.each([
    ['', 'en'],
    ['/', 'en'],
    ['/events/', 'en'],
    ['/fr-ca/events/?page=2', 'fr-ca'],
    ['/es-us/api', 'es-us'],
    ['/en/api/cal/events/v1/events', 'en'],
    ['/nothing/here', 'en'],
  ])('is found by any of its addresses: %s', async (path, language) => {
    expect(await restRootOf(s.origin + path)).toBe(`${s.origin}/${language}/api`);
    expect(await restRootOf(s.origin.replace('http://', '') + path)).toBe(`${s.origin}/${language}/api`);
  });

  it('is asked of nobody without a terminal, and missing values are named', async () => {
    await expect(reachSite({ site: s.origin })).rejects.toThrow(/^--user \(or the variable ALMANAC_USER\) is missing/);
    await expect(reachSite({ site: s.origin, user: 'ada' })).rejects.toThrow(/^--password .*ALMANAC_PASSWORD/);
  });

  it('is named if it does not answer, or is no site', async () => {
    await expect(restRootOf('127.0.0.1:1')).rejects.toThrow(/^The site at http:\/\/127\.0\.0\.1:1 does not answer/);
    await expect(restRootOf('http://[nonsense')).rejects.toThrow('is no address');
    const other = s.running.services.get('core')?.address ?? '';
    await expect(restRootOf(other)).rejects.toThrow(`${other} answers, but is no site of Almanac.`);
  });
});
