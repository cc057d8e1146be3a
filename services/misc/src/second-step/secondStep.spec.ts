import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../e2e/eventually.ts';
import { type Asker, type Asking, ORIGIN, type Served, serveMisc } from '../testing.contract.ts';
import type { Mail, Mailer } from './mail.ts';
import type { HandedOver, Handshake } from './mfaApp.ts';

const ADDRESS = 'ana@example.test';

/** Keeps what it is given; fails as long as it is told to. */
const fakeMailer = () => {
  const sent: Mail[] = [];
  const state = { isAway: false };
  const mailer: Mailer = {
    from: undefined,
    send: async (mail) => {
      if (state.isAway) throw new Error('the mail server did not take the mail');
      sent.push(mail);
    },
  };
  return { mailer, sent, state };
};

/** Keeps what is logged, as text. */
const loggedTexts = () => {
  const lines: string[] = [];
  const keep = (...said: unknown[]): void =>
    void lines.push(
      JSON.stringify(said, (_, value) => (value instanceof Error ? `${value.message} ${value.stack}` : value)),
    );
  const log = { trace: keep, debug: keep, info: keep, warn: keep, error: keep, fatal: keep };
  return { lines, log: log as unknown as Served['log'] };
};

describe('the second step', () => {
  let misc: Served;
  let mails: ReturnType<typeof fakeMailer>;
  let logged: ReturnType<typeof loggedTexts>;
  let app: { asked: Handshake[]; handed: HandedOver; isAway: boolean };
  const start = async (kind: 'mail' | 'app' | 'neither') => {
    mails = fakeMailer();
    logged = loggedTexts();
    app = { asked: [], handed: pairOf('1'), isAway: false };
    const mfaApp = {
      begin: async (handshake: Handshake) => {
        if (app.isAway) throw new Error('away');
        app.asked.push(handshake);
        return app.handed;
      },
    };
    misc = await serveMisc({
      doesEffects: true,
      log: logged.log,
      ...(kind !== 'neither' && { mail: mails.mailer }),
      ...(kind === 'app' && { mfaApp }),
    });
  };
  const pairOf = (n: string): HandedOver => ({
    token: `token-${n}-${'x'.repeat(20)}`,
    secret: `secret-${n}-${'y'.repeat(20)}`,
    redirectUrl: 'https://app.test/code',
  });
  afterEach(() => misc.stop());

  const inside = (path: string, body: object, as: Asker = 'site') =>
    misc.ask(`/internal/second-step/${path}`, { as, method: 'POST', body });
  const begin = async (more: object = {}) =>
    (
      await inside('begin', {
        user: 7,
        address: ADDRESS,
        ip: '203.0.113.7',
        site: ORIGIN,
        apiRoot: `${ORIGIN}/en/json`,
        ...more,
      })
    ).body;
  const check = async (session: string, code: string) => {
    const { status, body } = await inside('check', { session, code });
    return status === 200 ? body.user : [status, body.code];
  };
  const mailed = (count: number) => eventually(() => mails.sent.length === count, { every: 10 });
  const codeOf = (mail: Mail | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const sendCode = (body: object, more: Asking = {}) =>
    misc.ask('/login/v1/mfa/send-code', { method: 'POST', body, ...more });
  const forbidden = [403, 'login_mfa_forbidden'];

  describe('of the site itself', () => {
    beforeEach(() => start('mail'));

    it('mails a code, which lets in once, in the browser that has begun', async () => {
      const { browser, redirect, first } = await begin();
      const other = (await begin({ user: 8 })).browser;
      expect([redirect, first]).toEqual([null, 'sent']);
      await mailed(2);
      const code = codeOf(mails.sent[0]);
      expect(mails.sent[0]).toMatchObject({
        to: ADDRESS,
        from: 'no-reply@site.test',
        subject: 'Your code for Riverside',
      });
      expect(mails.sent[0]?.text).toContain('203.0.113.7');
      expect(await check(other, code)).toEqual([401, 'login_mfa_wrong_code']);
      expect(await check('nobody', code)).toEqual(forbidden);
      expect(await check(browser, ` ${code} `)).toBe(7);
      expect(await check(browser, code)).toEqual(forbidden);
    });

    it('lets one of two parallel requests in', async () => {
      const { browser } = await begin();
      await mailed(1);
      const code = codeOf(mails.sent[0]);
      const both = await Promise.all([check(browser, code), check(browser, code)]);
      expect(both).toEqual(expect.arrayContaining([7, forbidden]));
    });

    it('ends with the fifth wrong code', async () => {
      const { browser } = await begin();
      await mailed(1);
      const code = codeOf(mails.sent[0]);
      const wrong = code === '000000' ? '000001' : '000000';
      for (let guess = 0; guess < 5; guess++)
        expect(await check(browser, wrong)).toEqual([401, 'login_mfa_wrong_code']);
      expect(await check(browser, code)).toEqual(forbidden);
    });

    it('forgets a code after three minutes, and itself after ten', async () => {
      const { browser } = await begin();
      await mailed(1);
      misc.advance(180_000);
      expect(await check(browser, codeOf(mails.sent[0]))).toEqual([401, 'login_mfa_wrong_code']);
      expect((await inside('send', { session: browser, site: ORIGIN })).status).toBe(200);
      await mailed(2);
      misc.advance(420_000);
      expect(await check(browser, codeOf(mails.sent[1]))).toEqual(forbidden);
    });

    it('sends again after half a minute; the last code counts', async () => {
      const { browser } = await begin();
      const again = () => inside('send', { session: browser, site: ORIGIN });
      const early = await again();
      expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
        429,
        'rest_too_many_requests',
        '30',
      ]);
      misc.advance(30_000);
      expect((await again()).status).toBe(200);
      await mailed(2);
      expect(await check(browser, codeOf(mails.sent[1]))).toBe(7);
    });

    it('sends one user five codes an hour, and says so', async () => {
      const firsts = [];
      for (let n = 0; n < 6; n++) firsts.push((await begin({ ip: `198.51.${n}.1` })).first);
      expect(firsts).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'limited']);
    });

    it('begins five times a minute from one network', async () => {
      const statuses = [];
      for (let n = 0; n < 6; n++)
        statuses.push(
          (await inside('begin', { user: n + 1, address: '', ip: '203.0.113.9', site: ORIGIN, apiRoot: ORIGIN }))
            .status,
        );
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    it('lets a recovery code in, once; new ones replace the old', async () => {
      const { codes } = (await inside('recovery-codes', { user: 7 })).body;
      expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
        10,
        10,
        expect.stringMatching(/^(\w{4}-){2}\w{4}$/),
      ]);
      expect(await check((await begin()).browser, codes[3].toLowerCase().replaceAll('-', ' '))).toBe(7);
      const { browser } = await begin({ ip: '198.51.100.1' });
      expect(await check(browser, codes[3])).toEqual([401, 'login_mfa_wrong_code']);
      expect(await check((await begin({ user: 8, ip: '198.51.101.1' })).browser, codes[4])).toEqual([
        401,
        'login_mfa_wrong_code',
      ]);
      await inside('recovery-codes', { user: 7 });
      expect(await check(browser, codes[5])).toEqual([401, 'login_mfa_wrong_code']);
    });

    it('uses a recovery code up once, by whatever two sign-ins at the same time', async () => {
      const { codes } = (await inside('recovery-codes', { user: 7 })).body;
      const [one, other] = [await begin(), await begin()];
      const both = await Promise.all([check(one.browser, codes[0]), check(other.browser, codes[0])]);
      expect(both).toEqual(expect.arrayContaining([7, [401, 'login_mfa_wrong_code']]));
    });

    it('is for the site alone to ask', async () => {
      const { browser } = await begin();
      for (const as of ['visitor', 'administrator'] as const) {
        expect((await inside('check', { session: browser, code: '1' }, as)).status).toBeGreaterThanOrEqual(401);
        expect((await inside('recovery-codes', { user: 7 }, as)).status).toBeGreaterThanOrEqual(401);
      }
    });

    it('logs and stores no code and no address', async () => {
      mails.state.isAway = true;
      const { browser } = await begin();
      await eventually(() => logged.lines.join().includes('did not take'), { every: 10 });
      mails.state.isAway = false;
      misc.advance(2_000);
      await mailed(1);
      const code = codeOf(mails.sent[0]);
      await check(browser, code);
      const commits = JSON.stringify(await misc.store.readLog(0));
      for (const hidden of [code, ADDRESS, browser, '203.0.113.7'])
        for (const text of [logged.lines.join('\n'), commits]) expect(text).not.toContain(hidden);
    });
  });

  describe('with an outside app', () => {
    beforeEach(() => start('app'));
    const pair = () => ({ token: app.handed.token, secret: app.handed.secret });

    it('is begun by a handshake, and has one code sent by its pair', async () => {
      const { redirect, first, browser } = await begin();
      expect([redirect, first]).toEqual(['https://app.test/code', 'by-app']);
      expect(app.asked).toEqual([
        {
          ip: '203.0.113.7',
          user: 7,
          loginUrl: `${ORIGIN}/en/admin/code`,
          sendCodeUrl: `${ORIGIN}/en/json/login/v1/mfa/send-code`,
          maskedAddress: 'a…@example.test',
        },
      ]);
      const asked = {
        ...pair(),
        code: ' <b>AB-12 34</b>',
        ip: '2001:db8::1',
        browser: 'A\r\nBcc: x https://b.test',
        location: 'L',
      };
      const answer = await sendCode(asked);
      expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
        200,
        { success: true },
        'no-store',
      ]);
      await mailed(1);
      expect(mails.sent[0]?.text).toContain('AB-1234');
      expect(mails.sent[0]?.text).toContain('from: 2001:db8::1, L, A Bcc: x b.test.');
      expect(await check(browser, 'AB-1234')).toBe(7);
    });

    it('mails once for two parallel requests', async () => {
      await begin();
      const both = await Promise.all([sendCode(pair()), sendCode(pair())]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      await mailed(1);
      expect((await sendCode(pair())).status).toBe(403);
      expect(mails.sent).toHaveLength(1);
    });

    it('answers the same to whatever is wrong with the pair', async () => {
      await begin();
      const { token, secret } = pair();
      const told = async (body: object, more?: Asking) => {
        const { status, body: said, headers } = await sendCode(body, more);
        return [status, said, headers.get('cache-control'), headers.get('content-length'), headers.get('retry-after')];
      };
      const unknown = await told({ token: randomUUID(), secret });
      expect(unknown.slice(0, 2)).toEqual([
        403,
        {
          code: 'login_mfa_forbidden',
          message: 'This sign-in is over, or it was never begun.',
          data: { status: 403 },
          success: false,
        },
      ]);
      expect(await told({ token, secret: randomUUID() })).toEqual(unknown);
      expect(await told({ token: '', secret: '' })).toEqual(unknown);
      expect(await told(pair(), { headers: { origin: 'https://elsewhere.test' } })).toEqual(unknown);
      expect((await sendCode(pair(), { headers: { origin: ORIGIN } })).status).toBe(200);
      expect(await told(pair())).toEqual(unknown);
      misc.advance(600_000);
      expect(await told(pair())).toEqual(unknown);
    });

    it('sends nothing to a user without an address, and says nothing of it', async () => {
      await begin({ address: '' });
      expect([(await sendCode(pair())).body, (await sendCode(pair())).status]).toEqual([{ success: true }, 403]);
      expect(mails.sent).toEqual([]);
    });

    it('is refused while the app is away', async () => {
      app.isAway = true;
      const answer = await inside('begin', { user: 7, address: '', site: ORIGIN, apiRoot: ORIGIN });
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    });

    it('takes ten requests a minute from one network', async () => {
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push((await sendCode({ token: 't', secret: 's' })).status);
      expect([new Set(statuses.slice(0, 10)), statuses[10]]).toEqual([new Set([403]), 429]);
    });

    it.each<readonly [object, string]>([
      [{}, 'rest_missing_callback_param'],
      [{ token: 't' }, 'rest_missing_callback_param'],
      [{ token: 7, secret: 's' }, 'rest_invalid_param'],
      [{ token: 't', secret: ['s'] }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', code: '12' }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', code: '12 3' }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', code: '12.34' }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', code: 'x'.repeat(65) }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', ip: 'somewhere' }, 'rest_invalid_param'],
      [{ token: 't', secret: 's', browser: 'x'.repeat(501) }, 'rest_invalid_param'],
    ])('refuses %j', async (body, code) => {
      const answer = await sendCode(body);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    });
  });

  describe('without mail', () => {
    beforeEach(() => start('neither'));
    const setTo = (second_step: string) =>
      misc.ask('/login/v1/settings', { as: 'administrator', method: 'POST', body: { second_step } });

    it('cannot be asked for', async () => {
      const { status, body } = await setTo('everybody');
      expect([status, body.code]).toEqual([409, 'login_mfa_no_delivery']);
      expect((await setTo('sometimes')).status).toBe(400);
      expect((await misc.ask('/login/v1/settings', { as: 'administrator' })).body).toEqual({
        second_step: 'off',
        mail_configured: false,
        app_configured: false,
      });
    });

    it('sends no code, and a recovery code lets in', async () => {
      const { codes } = (await inside('recovery-codes', { user: 7 })).body;
      const { first, browser } = await begin();
      expect([first, await check(browser, codes[0])]).toEqual(['failed', 7]);
    });
  });

  it('is a setting of the site; while it is on its package stays', async () => {
    await start('mail');
    const as = 'administrator';
    const set = await misc.ask('/login/v1/settings', { as, method: 'POST', body: { second_step: 'administrators' } });
    expect([set.status, set.body]).toEqual([
      200,
      { second_step: 'administrators', mail_configured: true, app_configured: false },
    ]);
    const off = { as, method: 'PATCH', body: { status: 'inactive' } } as const;
    const refused = await misc.ask('/installer/v1/packages/second-step', off);
    expect([refused.status, refused.body.code]).toEqual([409, 'installer_package_needed']);
    await misc.ask('/login/v1/settings', { as, method: 'POST', body: { second_step: 'off' } });
    expect((await misc.ask('/installer/v1/packages/second-step', off)).status).toBe(200);
    expect((await sendCode({ token: 't', secret: 's' })).body.code).toBe('rest_no_route');
  });
});
