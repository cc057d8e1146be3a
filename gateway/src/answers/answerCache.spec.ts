import { defaultSettings, type SiteSettings } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { createRestApp, noteSource, route, sourceOf } from '@almanac/rest';
import { memoryEntries } from '@almanac/rest/testing';
import { silentLog } from '@almanac/service';
import { FakeCore, FakeService, NOW, SECRET, startWithServices } from '../testing/fakeServices.ts';

let made = 0;

const page = route({
  namespace: 'internal',
  path: '/pages/hello',
  methods: ['GET'],
  summary: 'A page of the site',
  hidden: true,
  args: {},
  handle: async () => {
    made += 1;
    return { body: '<p>', contentType: 'text/html' };
  },
});

/** Answers with a page that is made from nothing that changes. */
const pages = createRestApp({
  service: 'core',
  routes: [page],
  commands: { run: () => Promise.reject(new Error('this spec runs no commands')) },
  entries: memoryEntries(() => NOW),
  texts: createTexts({}),
  log: silentLog,
  secret: SECRET,
  now: () => NOW,
  notesSources: true,
});

/** Settings that change without a message to services. */
const changingSettings = (first: SiteSettings) => {
  let known = first;
  const source = sourceOf(() => known);
  const current = (): SiteSettings => {
    noteSource(source);
    return known;
  };
  const change = (changes: Partial<SiteSettings>): void => {
    known = { ...known, ...changes };
  };
  return { current, change, waitFor: async () => undefined };
};

describe('a page in memory', () => {
  it('is not used after the gateway’s own settings have moved it', async () => {
    const [core, calendar] = [new FakeCore(), new FakeService('cal/events/v1')];
    core.answer = pages;
    const settings = changingSettings(defaultSettings);
    const site = await startWithServices({ core, calendar }, { cacheBytes: 1024 ** 2, settings });
    const ask = async () => {
      const answer = await fetch(`${site.origin}/fr-ca/hello/`, { redirect: 'manual' });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('location')];
    };
    expect([await ask(), await ask(), made]).toEqual([[200, null], [200, null], 1]);
    settings.change({ default_language: 'fr-ca' });
    expect(await ask()).toEqual([301, `${site.origin}/hello/`]);
    await site.stop();
  });
});
