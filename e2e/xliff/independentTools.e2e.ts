import { loadSample } from '@almanac/infra/sample';
import { createSiteClient } from '@almanac/infra/site-client';
import {
  isFinished,
  matchXliff,
  readXliff,
  UNIT_STATES,
  writeXliff,
  XLIFF_VERSIONS,
  type XliffVersion,
  xmlText,
} from '@almanac/xliff';
import { importFile, withRealFile } from '../realFiles.ts';
import { password, type SiteProcess, startSite } from '../site.ts';
import { independentTools, type SentFile, throughTools } from './independentTools.ts';

const TM = '/i18n/tm/v1';

const tools = await independentTools();
const described = 'reason' in tools ? describe.skip : describe;
const skipped = 'reason' in tools ? `, skipped: ${tools.reason}` : '';
const through = (files: readonly SentFile[]) => ('reason' in tools ? [] : throughTools(tools, files));

/** Replaces several blanks by one, as translate-toolkit does. */
const words = (text: string): string => text.replace(/\s+/g, ' ');

/** Texts like those of posts and events. */
const TEXTS = [
  'Harvest Fair',
  '<!-- wp:paragraph {"align":"left","a":"]]>"} -->\n<p class="lead">One &amp; two &lt; three&nbsp;…</p>\n<!-- /wp:paragraph -->',
  'Line one\nLine two\n\n  indented\ttab',
  '[gallery ids="1,2,3" columns="3"] and %1$s of %2$s, {name}',
  '<a href="https://example.test/?a=1&amp;b=2#c">“Quotes” & \'apostrophes\'</a><br/>',
  '<ul>\n<li>é à ü ß</li>\n<li>漢字 かな</li>\n<li>😀 👩‍👩‍👧</li>\n</ul>',
  '<script>if (a < b && c > d) { alert("]]>"); }</script>',
  '&eacute; &#8217; &amp;amp; <![CDATA[kept]]>',
];

const NAMES = ['title', 'body', 'field-_EventCost-0'];
const sources = Array.from({ length: 180 }, (_, n) => `${TEXTS[n % TEXTS.length]} ${n}`);
const fileOf = {
  original: 'jobs',
  sourceLanguage: 'en',
  targetLanguage: 'fr-CA',
  reference: 'https://example.test/fair/',
};

described(`files that other programs read, fill and judge by the schemas of OASIS${skipped}`, () => {
  test.each(XLIFF_VERSIONS)('come back with every unit, in XLIFF %s', (version) => {
    const units = sources.map((source, n) => ({
      ...{ id: `${NAMES[n % NAMES.length]}/${n}`, source, target: '', state: 'initial' as const, notes: [] },
    }));
    const targets = sources.map((source) => source.toUpperCase().replaceAll('E', 'é'));
    const [file] = through([{ version, content: writeXliff(version, { ...fileOf, units }), targets }]);
    expect(file?.sources.map(words)).toEqual(sources.map(words));
    const expected = { ...fileOf, sources: new Map(units.map(({ id, source }) => [id, source])) };
    const { units: read, unknown } = matchXliff(readXliff(file?.content ?? Buffer.of()), expected);
    expect(unknown).toEqual([]);
    expect([...read.values()].map(({ target }) => target)).toEqual(targets);
    expect([...read.values()].every(isFinished)).toBe(true);
  });

  test.each(XLIFF_VERSIONS)('are valid in every state, and invalid with faults, in XLIFF %s', (version) => {
    const units = sources.map((source, n) => ({
      id: `field ${n}/a`,
      source,
      target: n % 3 === 0 ? '' : source,
      state: UNIT_STATES[n % UNIT_STATES.length] ?? 'final',
      notes: n % 2 === 0 ? [{ category: 'name', text: source }] : [],
    }));
    const content = writeXliff(version, { ...fileOf, units });
    const invalid = content.replace('<source>', '<sauce/><source>');
    const files = [content, invalid].map((text) => ({ version, content: text, targets: [] }));
    const [valid, faulty] = through(files);
    expect(valid?.faults).toEqual([]);
    expect(faulty?.faults).toEqual([expect.stringContaining('sauce')]);
  });
});

interface Job {
  readonly units: readonly { readonly id: string; readonly source: string; readonly target: string }[];
}
interface Element {
  readonly type: string;
  readonly id: number;
}

/** A site whose records are exported as files and imported again. */
const translating = (site: SiteProcess) => {
  const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await site.request<Body>(method, path, { as: 'admin', ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const send = async (elements: readonly Element[]): Promise<number[]> => {
    const batch = { elements, target_languages: ['fr-ca'] };
    const { jobs } = await ask<{ jobs: { extra_data: { job_id: number } }[] }>('POST', `${TM}/batches`, batch);
    return jobs.map(({ extra_data }) => extra_data.job_id);
  };

  /** Sends the jobs through the tools in one version, and back. */
  const goRound = async (version: XliffVersion, jobs: readonly number[]): Promise<void> => {
    const sent = await Promise.all(
      jobs.map(async (job) => {
        const { units } = await ask<Job>('GET', `${TM}/jobs/${job}`);
        const file = await ask<{ content: string }>('GET', `${TM}/xliff/fetch/${job}?version=${version}`);
        const targets = units.map(({ source }) => `${xmlText(source)} – en français, ${version}`);
        return { job, units, targets, version, content: Buffer.from(file.content, 'base64') };
      }),
    );
    const returned = through(sent);
    expect(returned.flatMap(({ faults }) => faults)).toEqual([]);
    for (const [index, { job, units, targets }] of sent.entries()) {
      const { sources: read = [], content = Buffer.of() } = returned[index] ?? {};
      expect(read.map(words)).toEqual(units.map(({ source }) => words(xmlText(source))));
      const stored = await ask<Job & { warnings: []; unknown_units: [] }>('POST', `${TM}/xliff/store/${job}`, {
        content: content.toString('base64'),
      });
      expect(stored).toMatchObject({ warnings: [], unknown_units: [] });
      expect(stored.units.map(({ target }) => target)).toEqual(targets);
    }
  };

  return {
    ask,
    expectWhole: async (elements: readonly Element[]) => {
      const jobs = await send(elements);
      expect(jobs).toHaveLength(elements.length);
      for (const version of XLIFF_VERSIONS) await goRound(version, jobs);
    },
  };
};

described(`real records that go out as files, through other programs and back${skipped}`, () => {
  let site: SiteProcess;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.stop());

  const load = (file: string): void => expect(importFile(site, file)).toMatch(/\d+ created/);

  /** Returns every record of a list, page by page. */
  const listed = async (list: string, type: string, most = Number.POSITIVE_INFINITY): Promise<Element[]> => {
    const { ask } = translating(site);
    const elements: Element[] = [];
    for (let page = 1; elements.length < most; page++) {
      const found = await ask<object>('GET', `${list}${list.includes('?') ? '&' : '?'}per_page=50&page=${page}`);
      const records = (Array.isArray(found) ? found : Object.values(found).find(Array.isArray)) as Element[];
      elements.push(...records.map(({ id }) => ({ type, id })));
      if (records.length < 50) break;
    }
    return elements.slice(0, most);
  };

  it('are the events, venues, organizers and categories of the sample, with unchanged units', async () => {
    const clientOf = (language: string) =>
      createSiteClient({ root: `${site.origin}/${language}/json`, user: 'admin', password: password('admin') });
    await loadSample(clientOf, Temporal.Now.instant());
    const elements = [
      ...(await listed('/cal/events/v1/events', 'post_cal_events')),
      ...(await listed('/cal/events/v1/venues', 'post_cal_venue')),
      ...(await listed('/cal/events/v1/organizers', 'post_cal_organizer')),
      ...(await listed('/cal/events/v1/categories', 'tax_cal_events_cat')),
    ];
    expect(elements).toHaveLength(21);
    await translating(site).expectWhole(elements);
  });

  withRealFile(
    'theme-unit-test.wxr.xml',
    'are the posts and terms of a site export, each unit as it was',
    async (file) => {
      load(file);
      const elements = [
        ...(await listed('/core/v2/posts?status=any', 'post_post')),
        ...(await listed('/core/v2/categories', 'tax_category')),
        ...(await listed('/core/v2/tags', 'tax_post_tag')),
      ];
      expect(elements.length).toBeGreaterThan(200);
      await translating(site).expectWhole(elements);
    },
  );

  withRealFile('davis.ics', 'are 200 events of a town’s calendar, each unit as it was', async (file) => {
    load(file);
    const list = '/cal/events/v1/events?start_date=2000-01-01&end_date=2100-01-01';
    const elements = await listed(list, 'post_cal_events', 200);
    expect(elements).toHaveLength(200);
    await translating(site).expectWhole(elements);
  });
});
