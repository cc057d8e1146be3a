import { readLetterOfCalendar } from '@almanac/contracts';
import type { WantedEffect } from '@almanac/effects';
import type { Mail } from '@almanac/effects/mail';
import type { Delivery } from '@almanac/messaging';
import { serveCore, type TestService } from '../testing.contract.ts';
import { noticeMailHandler, noticeMails } from './noticeMails.ts';

const letters: Readonly<Record<string, object | null>> = {
  'feed-failing': { to: { user: 2 }, subject: 'Failing', text: 'It fails.' },
  'suggestion-waiting': { to: { capability: 'edit_others_cal_events' }, subject: 'Waiting', text: 'It waits.' },
  'suggestion-received': { to: { address: 'vera@example.org' }, subject: 'Received', text: 'Thank you.' },
  'suggestion-declined': null,
};

describe('mails that the calendar wants', () => {
  let core: TestService;
  beforeEach(async () => {
    core = await serveCore();
  });
  afterEach(() => core.stop());

  /** Delivers an event, and sends what it wants. Returns the mails. */
  const mailsAfter = async (type: string, data: object, { at = '2026-05-01T12:00:00.000Z', hasMail = true } = {}) => {
    const sent: Mail[] = [];
    const mail = { from: undefined, send: async (each: Mail) => void sent.push(each) };
    const settings = { mail, publicUrl: 'https://site.test' };
    const ports = {
      ...core,
      fetchInternal: async (_service: string, path: string, { body }: { body?: unknown } = {}) => {
        expect(path).toBe(readLetterOfCalendar.path);
        const { about } = readLetterOfCalendar.request.parse(body);
        return { status: 200, headers: new Headers(), body: { letter: letters[about] } };
      },
    };
    const wanted: WantedEffect[] = [];
    const add = async (_: unknown, effects: readonly WantedEffect[]) => void wanted.push(...effects);
    const origin = { source: 'calendar', epoch: 1, position: 7, n: 0, at } as const;
    const cause = { principal: 'system', language: 'en', correlation: 'spec' };
    const delivery: Delivery = { ...origin, ...cause, type, key: 'spec', data };
    await noticeMails(ports, hasMail ? settings : undefined, () => ({ add })).handle(delivery);
    expect(JSON.stringify(wanted)).not.toContain('@');
    const { handle } = noticeMailHandler(ports, settings);
    for (const effect of wanted) {
      const done = { ...effect, ...origin, ...cause, id: effect.key };
      await handle(done, new AbortController().signal);
    }
    return sent;
  };
  const suggestion = 'calendar.suggestion-changed.v1';

  it('go to the author of a feed that is failing', async () => {
    const feed = 'calendar.followed-feed-changed.v1';
    expect(await mailsAfter(feed, { id: 5, problem: 'The address cannot be fetched.' })).toEqual([
      {
        id: 'feed-failing/5/2',
        from: 'no-reply@site.test',
        to: 'editor@example.test',
        subject: 'Failing',
        text: 'It fails.',
      },
    ]);
    expect(await mailsAfter(feed, { id: 5, problem: null })).toEqual([]);
    expect(await mailsAfter(feed, { id: 5, name: 'Port' })).toEqual([]);
  });

  it('go to everybody who may publish a suggestion, and to its sender', async () => {
    const sent = await mailsAfter(suggestion, { id: 9, state: 'received' });
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['administrator@example.test', 'Waiting'],
      ['editor@example.test', 'Waiting'],
      ['vera@example.org', 'Received'],
    ]);
  });

  it('are not sent without a reason, for old news, or without a mail server', async () => {
    expect(await mailsAfter(suggestion, { id: 9, state: 'declined' })).toEqual([]);
    const received = { id: 9, state: 'received' };
    expect(await mailsAfter(suggestion, received, { at: '2026-04-30T11:59:00.000Z' })).toEqual([]);
    expect(await mailsAfter(suggestion, received, { hasMail: false })).toEqual([]);
    expect((await core.ask('system', 'GET', '/internal/mail')).body).toEqual({ available: false });
    expect((await core.ask('administrator', 'GET', '/internal/mail')).status).toBe(403);
  });
});
