import fc from 'fast-check';
import { addRecords, notFoundLog, redirectLog } from './logs/accessLog.ts';
import { sentRule, serveRedirection, type TestService } from './testing.contract.ts';

const actions = [
  ['/bulk/redirect/delete', '/redirect'],
  ['/bulk/group/delete', '/group'],
  ['/bulk/log/delete', '/log'],
  ['/bulk/404/delete', '/404'],
] as const;

/** True if the name is, or begins with, the name of a filter of a list. */
const isKnown = (name: string): boolean =>
  /^(status|url|match|action|http|access|target|title|group|id|module|name|ip|referrer|agent|domain|method|redirect)/.test(
    name,
  );

const names = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype), 'prototype', '', '0', '[', ']', '%5B'),
  )
  .filter((name) => !isKnown(name));

describe('bulk actions on filtered records', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveRedirection();
    await served.ask('POST', '/redirect', { body: sentRule });
    const visit = {
      at: '2031-01-01T11:00:00.000Z',
      url: '/old',
      method: 'GET',
      domain: 'site.test',
      agent: null,
      ip: '',
      referrer: null,
      code: 301,
      target: '/new',
      rule: 1,
      by: 'redirection' as const,
    };
    for (const log of [redirectLog, notFoundLog])
      await addRecords(served.redirection, log, [visit], { first: 1, mode: 1 });
  });
  afterAll(() => served.stop());

  const totals = () => Promise.all(actions.map(async ([, list]) => (await served.ask('GET', list)).body.total));

  it.each(actions)('%s refuse empty filters, and delete nothing', async (action) => {
    const before = await totals();
    expect(before).toEqual([1, 2, 1, 1]);
    for (const filterBy of ['', {}, { url: '' }, [], ['x'], 'x', JSON.parse('{"__proto__":"x"}'), { colour: 'red' }]) {
      const { status, body } = await served.ask('POST', action, { body: { global: true, filterBy } });
      expect([filterBy, status, body.code]).toEqual([filterBy, 400, 'rest_invalid_param']);
    }
    expect(await totals()).toEqual(before);
  });

  it.each([
    ['/bulk/redirect/delete', { group: 'cats' }],
    ['/bulk/redirect/delete', { match: 'cats' }],
    ['/bulk/group/delete', { module: 'cats' }],
    ['/bulk/log/delete', { http: 'cats' }],
  ])('%s refuse the invalid value in %j', async (action, filterBy) => {
    const { status, body } = await served.ask('POST', action, { body: { global: true, filterBy } });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it.each(actions)('%s refuse unknown names of filters, however they are written', async (action) => {
    const before = await totals();
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), async (name, isLast) => {
        const filter = `filterBy[${encodeURIComponent(name.toWellFormed())}]=x`;
        const query = isLast ? `global=true&${filter}` : `${filter}&global=true`;
        expect([name, (await served.ask('POST', `${action}?${query}`)).status]).toEqual([name, 400]);
      }),
      { numRuns: 100 },
    );
    expect(await totals()).toEqual(before);
  });
});
