import { createLog } from '@almanac/service';
import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';
import { startMailed } from './mailedSite.contract.ts';

const ME = '/en/json/core/v2/users/me';
const FROM = { ip: '127.0.0.1', requestId: expect.stringMatching(/^[\w-]{10,}$/) };

/** Creates a log in memory. Returns its lines about sign-ins and limits, and the whole log as text. */
const keptLog = () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', pretty: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const noted = () =>
    lines
      .filter(({ msg }) => /^(signed in|sign-in|identity|confirmation|password right|a limit)/.test(String(msg)))
      .map(({ level, time, pid, hostname, ...said }) => said);
  return { log, noted, lines };
};

describe('the sign-in log', () => {
  let s: AskedSite;
  let kept: ReturnType<typeof keptLog>;
  beforeAll(async () => {
    kept = keptLog();
    s = await startAsked({ log: kept.log });
  });
  beforeEach(() => void kept.lines.splice(0));
  afterAll(() => s.running.stop());

  const editor = { service: 'core', user: 2, login: 'editor', ...FROM };

  it('names the method, the name, the address and the request', async () => {
    await s.signIn('editor');
    await s.ask(ME, { headers: basic('editor@example.test', applicationPassword('editor')) });
    await s.ask(ME, { headers: basic('editor', 'x'.repeat(24)) });
    await s.signIn('editor', { password: 'another guess' });
    const wrong = { ...editor, msg: 'sign-in refused', reason: 'wrong-password' };
    expect(kept.noted()).toEqual([
      { ...editor, msg: 'signed in', by: 'page' },
      { ...editor, msg: 'signed in', by: 'application-password' },
      { ...wrong, by: 'application-password' },
      { ...wrong, by: 'page' },
    ]);
    const answered = kept.lines.filter(({ msg }) => msg === 'answered').map(({ id }) => id);
    expect(kept.noted().every(({ requestId }) => answered.includes(requestId))).toBe(true);
  });

  it('has only a hash of an unknown name, and no typed secret', async () => {
    const typed = 'my password, in the wrong field';
    await s.signIn('x', { login: typed, password: `${typed} 2` });
    await s.signIn('x', { login: typed.toUpperCase(), password: `${typed} 3` });
    await s.ask(ME, { headers: basic(typed, `${typed} 4`) });
    await s.signIn('x', { login: 'nobody', password: typed });
    const unknown = kept.noted().map((line) => line.unknown);
    expect(unknown).toEqual([expect.stringMatching(/^[\w-]{16}$/), unknown[0], unknown[0], expect.any(String)]);
    expect(unknown[3]).not.toBe(unknown[0]);
    expect(kept.noted().every(({ login, user }) => login === undefined && user === undefined)).toBe(true);
    expect(JSON.stringify(kept.lines).toLowerCase()).not.toContain('wrong field');
  });

  it('says once that a limit was reached, and names everybody who is refused for it', async () => {
    for (let guess = 0; guess < 13; guess++) await s.signIn('author', { password: `guess ${guess}` });
    const reached = kept.noted().filter(({ msg }) => msg === 'a limit was reached');
    expect(reached).toEqual([
      {
        service: 'core',
        msg: 'a limit was reached',
        limit: 'sign-in-name',
        until: '2026-07-01T12:15:00.000Z',
        ...FROM,
      },
    ]);
    const refusals = kept.noted().filter(({ msg }) => msg === 'sign-in refused');
    expect(refusals.map(({ reason }) => reason)).toEqual([
      ...Array(10).fill('wrong-password'),
      ...Array(3).fill('too-many-attempts'),
    ]);
  });

  it('says that a password was requested again', async () => {
    const { send } = await s.browser('editor');
    const change = { change: 'password', password: 'a long new password', again: 'a long new password' };
    await send('account', { ...change, current_password: 'wrong' });
    await send('account', { ...change, current_password: 'editor-pass' });
    expect(kept.noted().slice(1)).toEqual([
      { ...editor, msg: 'confirmation refused', by: 'page', reason: 'wrong-password' },
      { ...editor, msg: 'identity confirmed', by: 'page' },
    ]);
  });
});

describe('the log of a second step', () => {
  it('says that it was requested, failed and passed, and contains no code', async () => {
    const kept = keptLog();
    const mailed = await startMailed({ log: kept.log });
    try {
      const { s } = mailed;
      const begun = await s.signIn('administrator');
      const code = await mailed.nextMail(1);
      const wrong = code === '000000' ? '111111' : '000000';
      for (const each of [wrong, code]) await s.as(begun.cookie, '/en/admin/code', { form: { code: each } });
      const admin = { service: 'core', user: 1, login: 'administrator', ...FROM };
      expect(kept.noted().slice(-3)).toEqual([
        { ...admin, msg: 'password right, code asked for', by: 'page' },
        { ...admin, msg: 'sign-in refused', by: 'second-step', reason: 'wrong-code' },
        { ...admin, msg: 'signed in', by: 'second-step' },
      ]);
      expect(JSON.stringify(kept.lines)).not.toMatch(new RegExp(`"[^"]*\\b(?:${code}|${wrong})\\b`));
    } finally {
      await mailed.stop();
    }
  });
});
