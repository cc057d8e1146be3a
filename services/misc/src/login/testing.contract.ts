import type { Mail, Mailer } from '@almanac/effects/mail';
import { eventually } from '@almanac/testing';
import { type Asker, type Asking, ORIGIN, serveMisc, type TestService } from '../testing.contract.ts';
import type { AppHandover, Handshake } from './mfaApp.ts';

export const ADDRESS = 'ana@example.test';

/** The answer to every invalid second step. */
export const FORBIDDEN = [403, 'login_mfa_forbidden'];

/** Returns a mailer that records mails, and fails while `isAway` is set. */
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

/** Returns an app that records handshakes, and fails while `isAway` is set. */
const fakeApp = () => {
  const handed: AppHandover = {
    token: `token-${'x'.repeat(20)}`,
    secret: `secret-${'y'.repeat(20)}`,
    redirectUrl: 'https://app.test/code',
  };
  const asked: Handshake[] = [];
  const state = { isAway: false };
  const begin = async (handshake: Handshake) => {
    if (state.isAway) throw new Error('away');
    asked.push(handshake);
    return handed;
  };
  return { begin, asked, handed, state };
};

/** Returns a logger that records its lines as text. */
const loggedTexts = () => {
  const lines: string[] = [];
  const keep = (...said: unknown[]): void =>
    void lines.push(
      JSON.stringify(said, (_, value) => (value instanceof Error ? `${value.message} ${value.stack}` : value)),
    );
  const log = { trace: keep, debug: keep, info: keep, warn: keep, error: keep, fatal: keep };
  return { lines, log: log as unknown as TestService['log'] };
};

/** Starts misc with fake deliveries of codes, called as core and clients call it. */
export const serveSecondStep = async (kind: 'mail' | 'app' | 'neither') => {
  const [mails, app, logged] = [fakeMailer(), fakeApp(), loggedTexts()];
  const misc = await serveMisc({
    doesEffects: true,
    log: logged.log,
    ...(kind !== 'neither' && { mail: mails.mailer }),
    ...(kind === 'app' && { mfaApp: app }),
  });
  const inside = (path: string, body: object, as: Asker = 'site') =>
    misc.ask(`/internal/second-step/${path}`, { as, method: 'POST', body });
  const beginning = { user: 7, address: ADDRESS, ip: '203.0.113.7', site: ORIGIN, apiRoot: `${ORIGIN}/en/json` };
  return {
    misc,
    mails,
    app,
    logged,
    inside,
    begin: async (more: object = {}) => (await inside('begin', { ...beginning, ...more })).body,
    check: async (session: string, code: string) => {
      const { status, body } = await inside('check', { session, code });
      return status === 200 ? body.user : [status, body.code];
    },
    mailed: (count: number) => eventually(() => mails.sent.length === count, { every: 10 }),
    sendCode: (body: object, more: Asking = {}) =>
      misc.ask('/login/v1/mfa/send-code', { method: 'POST', body, ...more }),
  };
};

export type ServedSecondStep = Awaited<ReturnType<typeof serveSecondStep>>;

export const codeOf = (mail: Mail | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
