import { randomUUID } from 'node:crypto';
import { type Asking, ORIGIN } from '../testing.contract.ts';
import { type ServedSecondStep, serveSecondStep } from './testing.contract.ts';

describe('the second step with an outside app', () => {
  let step: ServedSecondStep;
  afterEach(() => step.misc.stop());
  beforeEach(async () => {
    step = await serveSecondStep('app');
  });
  const pair = () => ({ token: step.app.handed.token, secret: step.app.handed.secret });

  it('is started by a handshake, and has one code sent by its pair', async () => {
    const { redirect, first, browser } = await step.begin();
    expect([redirect, first]).toEqual(['https://app.test/code', 'by-app']);
    expect(step.app.asked).toEqual([
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
    const answer = await step.sendCode(asked);
    expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
      200,
      { success: true },
      'no-store',
    ]);
    await step.mailed(1);
    expect(step.mails.sent[0]?.text).toContain('AB-1234');
    expect(step.mails.sent[0]?.text).toContain('from: 2001:db8::1, L, A Bcc: x b.test.');
    expect(await step.check(browser, 'AB-1234')).toBe(7);
  });

  it('mails once for two concurrent requests', async () => {
    await step.begin();
    const both = await Promise.all([step.sendCode(pair()), step.sendCode(pair())]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    await step.mailed(1);
    expect((await step.sendCode(pair())).status).toBe(403);
    expect(step.mails.sent).toHaveLength(1);
  });

  it('gives the same answer to every fault of the pair', async () => {
    await step.begin();
    const { token, secret } = pair();
    const told = async (body: object, more?: Asking) => {
      const { status, body: said, headers } = await step.sendCode(body, more);
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
    expect((await step.sendCode(pair(), { headers: { origin: ORIGIN } })).status).toBe(200);
    expect(await told(pair())).toEqual(unknown);
    step.misc.advance(600_000);
    expect(await told(pair())).toEqual(unknown);
  });

  it('sends nothing to a user without an address, and does not reveal it', async () => {
    await step.begin({ address: '' });
    expect([(await step.sendCode(pair())).body, (await step.sendCode(pair())).status]).toEqual([
      { success: true },
      403,
    ]);
    expect(step.mails.sent).toEqual([]);
  });

  it('is refused while the app is away', async () => {
    step.app.state.isAway = true;
    const answer = await step.inside('begin', { user: 7, address: '', site: ORIGIN, apiRoot: ORIGIN });
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  });

  it('accepts ten requests a minute from one network', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await step.sendCode({ token: 't', secret: 's' })).status);
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
    const answer = await step.sendCode(body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });
});
