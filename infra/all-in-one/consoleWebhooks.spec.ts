import { until } from '@almanac/messaging/contract';
import { type AskedBrowser, type AskedSite, startAsked } from './askedSite.contract.ts';

const URL_OF_HOOK = 'https://hooks.invalid/in?a="<1>"';

let s: AskedSite;
let admin: AskedBrowser;
beforeAll(async () => {
  s = await startAsked();
  admin = await s.browser('administrator');
});
afterAll(() => s.running.stop());

const show = async (query = '') => (await admin.show(`webhooks${query}`)).text;
const send = (form: Readonly<Record<string, string>>) => admin.send('webhooks', form);
const made = async () => {
  const { text } = await send({ action: 'create', url: URL_OF_HOOK, 'types[]': 'core.tag-changed.v1' });
  const id = /name="id" value="(\d+)"/.exec(text)?.[1] ?? '';
  return { id, text };
};

describe('the webhooks page', () => {
  it('says that no webhook exists, and which input is invalid', async () => {
    expect(await show()).toContain('No other system is told of events yet.');
    const { status, text } = await send({ action: 'create', url: 'https://127.0.0.1/' });
    expect([status, text.includes('<code>url</code>'), text.includes('value="https://127.0.0.1/"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await send({ action: 'create', url: 'https://hooks.invalid/', 'types[]': '__proto__' })).status).toBe(400);
  });

  it('creates webhooks, with a secret that is shown once', async () => {
    const { id, text } = await made();
    expect(text).toMatch(/<p class="secret"><code>whsec_[\w+/=]{32}<\/code>/);
    const shown = await show(`?id=${id}`);
    expect(shown).not.toContain('whsec_');
    expect(shown).toMatch(/value="core.tag-changed.v1" checked>/);
    expect(await show()).toContain(`?id=${id}">`);
  });

  it('pings webhooks, shows failures, and sends again', async () => {
    const { id } = await made();
    expect((await send({ action: 'ping', id })).text).toContain('A ping is on its way.');
    await until(async () => (await show(`?id=${id}`)).includes('fails, is tried again'));
    const delivery = /name="delivery" value="([^"]+)"/.exec(await show(`?id=${id}`))?.[1] ?? '';
    expect((await send({ action: 'redeliver', id, delivery })).text).toContain('It is sent again.');
    for (const [none, status] of [
      ['..', 400],
      ['', 400],
      ['a/../../..', 404],
    ] as const)
      expect([none, (await send({ action: 'redeliver', id, delivery: none })).status]).toEqual([none, status]);
  });

  it('changes, pauses, and deletes webhooks after a question', async () => {
    const { id } = await made();
    const changed = await send({ action: 'change', id, url: 'https://other.invalid/', status: 'paused' });
    expect([changed.status, changed.text.includes('The webhook is changed.')]).toEqual([200, true]);
    expect(await show(`?id=${id}`)).toMatch(/<option value="paused" selected>/);
    expect(await show(`?id=${id}`)).not.toContain(' checked>');
    const refused = await send({ action: 'change', id, url: 'http://other.invalid/', status: 'active' });
    expect([refused.status, refused.text.includes('value="http://other.invalid/"')]).toEqual([400, true]);
    expect(await show(`?id=${id}&action=delete`)).toContain('This cannot be undone.');
    expect((await send({ action: 'delete', id })).text).toContain('The webhook is deleted.');
    const gone = await s.as(admin.cookie, `/en/admin/webhooks?id=${id}`);
    expect([gone.status, gone.text.includes('role="alert"')]).toEqual([404, true]);
  });

  it('does not reactivate a paused webhook from a page that was opened before', async () => {
    const { id } = await made();
    const url = 'https://newer.invalid/';
    const etagIn = (text: string): string =>
      (/name="etag" value="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
    const opened = etagIn(await show(`?id=${id}`));
    expect((await send({ action: 'change', id, url: URL_OF_HOOK, status: 'paused', etag: opened })).status).toBe(200);
    const late = await send({ action: 'change', id, url, status: 'active', etag: opened });
    expect([late.status, late.text.includes('was changed meanwhile'), late.text.includes(`value="${url}"`)]).toEqual([
      412,
      true,
      true,
    ]);
    expect(late.text).toMatch(/<option value="paused" selected>/);
    const etag = etagIn(late.text);
    const unfit = await send({ action: 'change', id, url: 'http://newer.invalid/', status: 'paused', etag });
    expect([unfit.status, etagIn(unfit.text)]).toEqual([400, etag]);
    expect((await send({ action: 'change', id, url, status: 'paused', etag })).status).toBe(200);
    expect(await show(`?id=${id}`)).toContain(url);
  });

  it.each([{}, { action: 'constructor', id: '1' }, { action: 'ping' }, { action: 'ping', id: '-1' }])(
    'changes nothing after %j',
    async (form) => {
      expect((await send(form)).status).toBe(400);
    },
  );

  it('is switched off with its package', async () => {
    const setTo = (status: string) =>
      s.running.fetchInternal('misc', '/installer/v1/packages/webhooks', { method: 'PUT', body: { status } });
    await setTo('inactive');
    const { status, text } = await s.as(admin.cookie, '/en/admin/webhooks');
    expect([status, text.includes('switched off')]).toEqual([404, true]);
    await setTo('active');
  });
});
