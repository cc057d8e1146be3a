import { rulesChanged } from '@almanac/contracts';
import { publishing } from '../service.ts';
import { serveTranslation, type TestService } from '../testing.contract.ts';

const path = '/i18n/v1/custom-xml-config';
const city =
  '<i18n-config><custom-fields><custom-field action="copy">_VenueCity</custom-field></custom-fields></i18n-config>';

describe('the configuration of translation', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveTranslation();
  });
  afterEach(() => served.stop());

  const replace = (content: unknown, headers = {}) => served.ask('POST', path, { body: { content }, headers });
  const told = async () =>
    (await served.store.readLog(0)).flatMap((commit) =>
      publishing(commit).flatMap((event) => (event?.type === rulesChanged.type ? [event.data] : [])),
    );

  it('is blank at first, is stored as sent, and can be cleared', async () => {
    const first = await served.ask('GET', path);
    expect([first.status, first.body]).toEqual([200, '']);
    const stored = await replace(`  ${city}\n`);
    expect([stored.status, stored.body]).toEqual([200, `  ${city}\n`]);
    const read = await served.ask('GET', path);
    expect([read.body, read.headers.get('etag')]).toEqual([`  ${city}\n`, stored.headers.get('etag')]);
    expect((await replace('')).body).toBe('');
    expect(await told()).toEqual([
      { version: 1, kinds: [], fields: [{ name: '_VenueCity', action: 'copy' }] },
      { version: 2, kinds: [], fields: [] },
    ]);
  });

  it('is unchanged if it is sent again', async () => {
    await replace(city);
    const last = await served.store.last();
    expect((await replace(city)).status).toBe(200);
    expect(await served.store.last()).toBe(last);
  });

  it('is replaced only by clients that read it last', async () => {
    const { headers } = await served.ask('GET', path);
    const etag = headers.get('etag') ?? '';
    expect((await replace(city, { 'if-match': etag })).status).toBe(200);
    const late = await replace('', { 'if-match': etag });
    expect([late.status, late.body.code]).toEqual([412, 'rest_precondition_failed']);
    expect((await replace('', { 'if-match': '"0-none"' })).status).toBe(412);
    expect((await served.ask('GET', path)).body).toBe(city);
  });

  it('is not stored if it is invalid, and its faults are listed', async () => {
    const refused = await replace('<i18n-config><custom-types></i18n-config>');
    expect([refused.status, refused.body.code]).toEqual([422, 'i18n_xml_invalid']);
    const { body } = await served.ask('POST', `${path}/validate`, {
      body: { content: '<i18n-config><custom-types></i18n-config>' },
    });
    expect(refused.body.data.errors).toEqual(body);
    expect(await served.store.last()).toBe(0);
  });

  it.each(['', '/validate'])('accepts text alone, and no more than 256 KiB of it: %s', async (route) => {
    const ask = async (body: unknown) => {
      const answer = await served.ask('POST', `${path}${route}`, { body });
      return [answer.status, answer.body.code];
    };
    expect(await ask({})).toEqual([400, 'rest_missing_callback_param']);
    for (const content of [{ a: 1 }, ['x'], 7, null]) expect((await ask({ content }))[0]).toBe(400);
    const filled = (bytes: number) => `${city}${' '.repeat(bytes - city.length)}`;
    expect(await ask({ content: filled(256 * 1_024) })).toEqual([200, undefined]);
    expect(await ask({ content: filled(256 * 1_024 + 1) })).toEqual([413, 'rest_payload_too_large']);
    expect(await ask({ content: 'é'.repeat(128 * 1_024 + 1) })).toEqual([413, 'rest_payload_too_large']);
  });

  it('is validated 30 times a minute for a user', async () => {
    const validated = async () => (await served.ask('POST', `${path}/validate`, { body: { content: city } })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push(await validated());
    expect(statuses.slice(-2)).toEqual([200, 429]);
    served.advance(60_000);
    expect(await validated()).toBe(200);
  });

  it('is published to the site’s own processes as rules', async () => {
    const rules = async (as: 'site' | 'administrator') => served.ask('GET', '/internal/translation-rules', { as });
    expect((await rules('site')).body).toEqual({ version: 0, kinds: [], fields: [] });
    await replace(city);
    expect((await rules('site')).body).toEqual({
      version: 1,
      kinds: [],
      fields: [{ name: '_VenueCity', action: 'copy' }],
    });
    expect((await rules('administrator')).status).toBe(403);
  });
});
