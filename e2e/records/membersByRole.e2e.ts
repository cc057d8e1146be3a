import { readFileSync, writeFileSync } from 'node:fs';
import { declaredEndpoints, type Endpoint } from '../fuzz/declaredRoutes.ts';
import { type SiteProcess, startSite } from '../site.ts';
import { type MemberVisibility, type Sample, shownOf } from './shownMembers.ts';
import { makeShownRecords } from './shownRecords.ts';

type Index = Parameters<typeof declaredEndpoints>[0] & { readonly namespaces: readonly string[] };
type Table = Readonly<Record<string, MemberVisibility | 'nobody'>>;

const TABLE = new URL('membersByRole.json', import.meta.url);
const table = JSON.parse(readFileSync(TABLE, 'utf8')) as Table;

/** Excluded routes: an endless stream, and health tests that measure the site or call outside services. */
const APART = /^\/(?:ops\/v1\/stream$|health\/)/;

/** Returns a missing record for a route without sample records. */
const missing = ({ parts }: Endpoint): Sample => ({
  what: 'that is not there',
  captured: Object.fromEntries(parts.flatMap((part) => ('capture' in part ? [[part.capture, '999999']] : []))),
});
const LIST: readonly Sample[] = [{ what: '', captured: {} }];

const nameOf = ({ parts }: Endpoint): string =>
  parts.map((part) => ('literal' in part ? part.literal : `{${part.capture}}`)).join('');

/** Returns the sample records of a route: `/core/v2/posts/{id}` uses those of the list `/core/v2/posts`. */
const samplesOf = (endpoint: Endpoint, samples: ReadonlyMap<string, readonly Sample[]>): readonly Sample[] => {
  const name = nameOf(endpoint);
  if (!name.includes('{')) return LIST;
  const list = name.slice(0, name.indexOf('/{')).replace(/\/by-slug$/, '');
  return samples.get(name) ?? samples.get(list) ?? [missing(endpoint)];
};

describe('the table of members by role', () => {
  let site: SiteProcess;
  let read: Endpoint[];
  const shown: Record<string, MemberVisibility | 'nobody'> = {};
  const lost: string[] = [];
  beforeAll(async () => {
    site = await startSite();
    const samples = await makeShownRecords(site);
    const { body: index } = await site.request<Index>('GET', '/');
    const isIndex = (name: string): boolean => name === '/' || index.namespaces.includes(name.slice(1));
    read = declaredEndpoints(index).filter(
      (endpoint) => endpoint.methods.includes('GET') && !isIndex(nameOf(endpoint)) && !APART.test(nameOf(endpoint)),
    );
    for (const endpoint of read) {
      const name = nameOf(endpoint);
      for (const sample of samplesOf(endpoint, samples)) {
        const row = `${name} ${sample.what}`.trim();
        const found = await shownOf(site, endpoint, sample);
        shown[row] = found?.shown ?? 'nobody';
        lost.push(...(found?.lost ?? []).map((member) => `${row}: ${member}`));
      }
    }
  });
  afterAll(() => site.stop());

  it('holds over all services', () => {
    if (process.env.UPDATE_MEMBERS === '1') writeFileSync(TABLE, `${JSON.stringify(shown, null, 2)}\n`);
    else expect(shown).toEqual(table);
  });

  it('grows with rights: nobody loses a member by another role', () => {
    expect(lost).toEqual([]);
  });

  it('covers every service', () => {
    expect(new Set(read.map((endpoint) => nameOf(endpoint).split('/')[1]))).toEqual(
      new Set([
        'builder',
        'cal',
        'calx',
        'core',
        'editor',
        'i18n',
        'installer',
        'login',
        'oembed',
        'ops',
        'popup',
        'redirection',
      ]),
    );
  });
});
