import { createDeadLetters } from '@almanac/messaging';
import { until } from '@almanac/messaging/contract';
import { unhandledDeletion as delivery } from '../operators/unhandledDeletion.contract.ts';
import { type AskedBrowser, type AskedSite, startAsked } from './askedSite.contract.ts';

let s: AskedSite;
let admin: AskedBrowser;
beforeAll(async () => {
  s = await startAsked();
  admin = await s.browser('administrator');
});
afterAll(() => s.running.stop());

const show = (path: string) => admin.show(path);
const send = (path: string, form: Readonly<Record<string, string>>) => admin.send(path, form);

describe('the page of dead letters', () => {
  const lettersOf = () => createDeadLetters(s.running.services.get('calendar')!.entries, 'calendar.copies');
  const one = { subscription: 'calendar.copies', key: 'tag-<1>' };

  it('says that no letter waits', async () => {
    expect((await show('dead-letters')).text).toContain('Nothing waits');
  });

  it('shows letters with their reasons, drops them after a question, and retries them', async () => {
    await lettersOf().add(delivery(7, one.key), 'Error: cannot be <b>');
    await lettersOf().addBehind(delivery(8, one.key));
    await lettersOf().add(delivery(9, 'tag-2'), 'Error: neither');
    const { text } = await show('dead-letters');
    expect(text).toContain('Error: cannot be &lt;b&gt;');
    expect(text).toMatch(/<dt>Waiting behind it<\/dt><dd>1<\/dd>/);
    const asked = await show(`dead-letters?${new URLSearchParams({ ...one, action: 'discard' })}`);
    expect(asked.text).toContain('This cannot be undone');
    expect(await lettersOf().list()).toHaveLength(3);
    expect((await send('dead-letters', { ...one, action: 'discard' })).text).toContain('The event was dropped');
    expect((await send('dead-letters', { subscription: one.subscription, key: 'tag-2' })).text).toContain(
      'tried again',
    );
    await until(async () => (await show('dead-letters')).text.includes('Nothing waits'));
  });

  it.each([one, { subscription: 'constructor', key: '__proto__' }])('is missing for %j', async (none) => {
    for (const action of ['discard', 'replay']) {
      const { status, text } = await send('dead-letters', { ...none, action });
      expect([status, text.includes('role="alert"'), text.includes('There is no dead letter there.')]).toEqual([
        404,
        true,
        true,
      ]);
    }
  });

  it('names the user who requests an action', async () => {
    const { status, text } = await send('dead-letters', { action: 'discard' });
    expect([status, text.includes('<code>subscription</code>')]).toEqual([400, true]);
  });
});

describe('the pages of lag and health', () => {
  it('show the lag of each reader', async () => {
    const { status, text } = await show('lag');
    expect([status, text.includes('<th scope="row">calendar.copies</th><td>calendar</td><td>core</td>')]).toEqual([
      200,
      true,
    ]);
  });

  it('show the worst first', async () => {
    const { status, text } = await show('health');
    const said = [...text.matchAll(/<span class="tag">(Good|Should be mended|Does not work)<\/span>/g)].map(
      ([, each]) => each,
    );
    expect([status, said.length > 9]).toEqual([200, true]);
    const order = ['Does not work', 'Should be mended', 'Good'];
    expect(said).toEqual(said.toSorted((a, b) => order.indexOf(String(a)) - order.indexOf(String(b))));
    expect((await s.as(admin.cookie, '/fr-ca/admin/health')).text).toContain('<span class="tag">Bon</span>');
  });
});

describe('a rebuild', () => {
  it('is started and followed until its end', async () => {
    expect((await show('rebuild')).text).toContain('No documents were made anew');
    expect((await send('rebuild', { service: 'core' })).text).toContain('The documents of core are being made anew.');
    const bar = /<progress aria-label="core" max="(\d+)" value="(\d+)">/;
    await until(async () => (await show('rebuild')).text.includes('· done'));
    const [, max, value] = bar.exec((await show('rebuild')).text) ?? [];
    expect([value, Number(max) > 0]).toEqual([max, true]);
  });

  it('runs one at a time, for an existing service', async () => {
    const { entries } = s.running.services.get('calendar')!;
    await entries.insert('rebuild-running', 'one', { id: 'another' });
    const { status, text } = await send('rebuild', { service: 'calendar' });
    expect([status, text.includes('role="alert"'), text.includes('<option value="calendar" selected>')]).toEqual([
      409,
      true,
      true,
    ]);
    await entries.delete('rebuild-running', 'one');
    expect((await send('rebuild', { service: '__proto__' })).status).toBe(400);
  });
});
