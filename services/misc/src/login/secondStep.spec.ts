import { OutcomeUnknownError } from '@almanac/event-store';
import { signPrincipal, type User } from '@almanac/identity';
import { eventually } from '@almanac/testing';
import { ORIGIN } from '../testing.contract.ts';
import { ADDRESS, codeOf, FORBIDDEN, type ServedSecondStep, serveSecondStep } from './testing.contract.ts';

describe('the second step', () => {
  let step: ServedSecondStep;
  afterEach(() => step.misc.stop());

  describe('of the site itself', () => {
    beforeEach(async () => {
      step = await serveSecondStep('mail');
    });

    it('mails a code, which works once, in the browser that has begun', async () => {
      const { browser, redirect, first } = await step.begin();
      const other = (await step.begin({ user: 8 })).browser;
      expect([redirect, first]).toEqual([null, 'sent']);
      await step.mailed(2);
      const code = codeOf(step.mails.sent[0]);
      expect(step.mails.sent[0]).toMatchObject({
        to: ADDRESS,
        from: 'no-reply@site.test',
        subject: 'Your code for Riverside',
      });
      expect(step.mails.sent[0]?.text).toContain('203.0.113.7');
      expect(await step.check(other, code)).toEqual([401, 'login_mfa_wrong_code']);
      expect(await step.check('nobody', code)).toEqual(FORBIDDEN);
      expect(await step.check(browser, ` ${code} `)).toBe(7);
      expect(await step.check(browser, code)).toEqual(FORBIDDEN);
    });

    it('accepts one of two concurrent requests', async () => {
      const { browser } = await step.begin();
      await step.mailed(1);
      const code = codeOf(step.mails.sent[0]);
      const both = await Promise.all([step.check(browser, code), step.check(browser, code)]);
      expect(both).toEqual(expect.arrayContaining([7, FORBIDDEN]));
    });

    it('ends with the fifth wrong code', async () => {
      const { browser } = await step.begin();
      await step.mailed(1);
      const code = codeOf(step.mails.sent[0]);
      const wrong = code === '000000' ? '000001' : '000000';
      for (let guess = 0; guess < 5; guess++)
        expect(await step.check(browser, wrong)).toEqual([401, 'login_mfa_wrong_code']);
      expect(await step.check(browser, code)).toEqual(FORBIDDEN);
    });

    it('forgets a code after three minutes, and itself after ten', async () => {
      const { browser } = await step.begin();
      await step.mailed(1);
      step.misc.advance(180_000);
      expect(await step.check(browser, codeOf(step.mails.sent[0]))).toEqual([401, 'login_mfa_wrong_code']);
      expect((await step.inside('send', { session: browser, site: ORIGIN })).status).toBe(200);
      await step.mailed(2);
      step.misc.advance(420_000);
      expect(await step.check(browser, codeOf(step.mails.sent[1]))).toEqual(FORBIDDEN);
    });

    it('sends again after half a minute, and only the last code counts', async () => {
      const { browser } = await step.begin();
      const again = () => step.inside('send', { session: browser, site: ORIGIN });
      const early = await again();
      expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
        429,
        'rest_too_many_requests',
        '30',
      ]);
      step.misc.advance(30_000);
      expect((await again()).status).toBe(200);
      await step.mailed(2);
      expect(await step.check(browser, codeOf(step.mails.sent[1]))).toBe(7);
    });

    it('mails a code whose commit exists though its outcome was unknown', async () => {
      const { browser } = await step.begin();
      await step.mailed(1);
      step.misc.advance(30_000);
      const { append } = step.misc.store;
      step.misc.store.append = async (...commits) => {
        step.misc.store.append = append;
        await append.apply(step.misc.store, commits);
        throw new OutcomeUnknownError();
      };
      const { status, body } = await step.inside('send', { session: browser, site: ORIGIN });
      expect([status, body.code]).toEqual([503, 'login_mfa_delivery_failed']);
      await step.mailed(2);
      expect(await step.check(browser, codeOf(step.mails.sent[1]))).toBe(7);
    });

    it('sends one user five codes an hour, and says so', async () => {
      const firsts = [];
      for (let n = 0; n < 6; n++) firsts.push((await step.begin({ ip: `198.51.${n}.1` })).first);
      expect(firsts).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'limited']);
    });

    it('starts five times a minute from one network', async () => {
      const statuses = [];
      for (let n = 0; n < 6; n++)
        statuses.push(
          (await step.inside('begin', { user: n + 1, address: '', ip: '203.0.113.9', site: ORIGIN, apiRoot: ORIGIN }))
            .status,
        );
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    it('accepts a recovery code, once, and new codes replace the old', async () => {
      const { codes } = (await step.inside('recovery-codes', { user: 7 })).body;
      expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
        10,
        10,
        expect.stringMatching(/^(\w{4}-){2}\w{4}$/),
      ]);
      expect(await step.check((await step.begin()).browser, codes[3].toLowerCase().replaceAll('-', ' '))).toBe(7);
      const { browser } = await step.begin({ ip: '198.51.100.1' });
      expect(await step.check(browser, codes[3])).toEqual([401, 'login_mfa_wrong_code']);
      expect(await step.check((await step.begin({ user: 8, ip: '198.51.101.1' })).browser, codes[4])).toEqual([
        401,
        'login_mfa_wrong_code',
      ]);
      await step.inside('recovery-codes', { user: 7 });
      expect(await step.check(browser, codes[5])).toEqual([401, 'login_mfa_wrong_code']);
    });

    it('accepts a recovery code once, by any two concurrent sign-ins', async () => {
      const { codes } = (await step.inside('recovery-codes', { user: 7 })).body;
      const [one, other] = [await step.begin(), await step.begin()];
      const both = await Promise.all([step.check(one.browser, codes[0]), step.check(other.browser, codes[0])]);
      expect(both).toEqual(expect.arrayContaining([7, [401, 'login_mfa_wrong_code']]));
    });

    it('answers questions of the site only', async () => {
      const { browser } = await step.begin();
      for (const as of ['visitor', 'administrator'] as const) {
        expect((await step.inside('check', { session: browser, code: '1' }, as)).status).toBeGreaterThanOrEqual(401);
        expect((await step.inside('recovery-codes', { user: 7 }, as)).status).toBeGreaterThanOrEqual(401);
      }
    });

    it('logs and stores no code and no address', async () => {
      step.mails.state.isAway = true;
      const { browser } = await step.begin();
      await eventually(() => step.logged.lines.join().includes('did not take'), { every: 10 });
      step.mails.state.isAway = false;
      step.misc.advance(2_000);
      await step.mailed(1);
      const code = codeOf(step.mails.sent[0]);
      await step.check(browser, code);
      const commits = JSON.stringify(await step.misc.store.readLog(0));
      for (const hidden of [code, ADDRESS, browser, '203.0.113.7'])
        for (const text of [step.logged.lines.join('\n'), commits]) expect(text).not.toContain(hidden);
    });
  });

  describe('without mail', () => {
    beforeEach(async () => {
      step = await serveSecondStep('neither');
    });
    const setTo = (second_step: string) =>
      step.misc.ask('/login/v1/settings', { as: 'administrator', method: 'POST', body: { second_step } });

    it('cannot be switched on', async () => {
      const { status, body } = await setTo('everybody');
      expect([status, body.code]).toEqual([409, 'login_mfa_no_delivery']);
      expect((await setTo('sometimes')).status).toBe(400);
      expect((await step.misc.ask('/login/v1/settings', { as: 'administrator' })).body).toEqual({
        second_step: 'off',
        mail_configured: false,
        app_configured: false,
      });
    });

    it('sends no code, and accepts a recovery code', async () => {
      const { codes } = (await step.inside('recovery-codes', { user: 7 })).body;
      const { first, browser } = await step.begin();
      expect([first, await step.check(browser, codes[0])]).toEqual(['failed', 7]);
    });
  });

  it('is not switched off in a browser session while core cannot say that its user is confirmed', async () => {
    step = await serveSecondStep('mail');
    const { misc } = step;
    const set = (second_step: string, headers: Readonly<Record<string, string>> = {}) =>
      misc.ask('/login/v1/settings', { as: 'administrator', method: 'POST', headers, body: { second_step } });
    const administrator: User = { kind: 'user', id: 1, login: 'administrator', roles: ['administrator'] };
    const session = { ...administrator, credential: { kind: 'session', id: '1/x' } } as const;
    const inSession = { 'x-almanac-principal': signPrincipal(session, misc.secret, misc.now()) };
    expect((await set('administrators', inSession)).status).toBe(200);
    expect((await set('off', inSession)).status).toBe(503);
    expect((await set('administrators', inSession)).body.second_step).toBe('administrators');
    expect((await set('off')).status).toBe(200);
  });

  it('is a setting of the site, and keeps its package on', async () => {
    step = await serveSecondStep('mail');
    const as = 'administrator';
    const set = await step.misc.ask('/login/v1/settings', {
      as,
      method: 'POST',
      body: { second_step: 'administrators' },
    });
    expect([set.status, set.body]).toEqual([
      200,
      { second_step: 'administrators', mail_configured: true, app_configured: false },
    ]);
    const off = { as, method: 'PATCH', body: { status: 'inactive' } } as const;
    const refused = await step.misc.ask('/installer/v1/packages/second-step', off);
    expect([refused.status, refused.body.code]).toEqual([409, 'installer_package_needed']);
    await step.misc.ask('/login/v1/settings', { as, method: 'POST', body: { second_step: 'off' } });
    expect((await step.misc.ask('/installer/v1/packages/second-step', off)).status).toBe(200);
    expect((await step.sendCode({ token: 't', secret: 's' })).body.code).toBe('rest_no_route');
  });
});
