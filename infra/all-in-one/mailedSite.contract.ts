import { codeIn, type MailServer, startMailServer } from '@almanac/testing/mail-server';
import { applicationPassword, basic, startAsked } from './askedSite.contract.ts';
import type { SiteOptions } from './compose.ts';

const SETTINGS = '/en/json/login/v1/settings';

/** The headers of a JSON request from an administrator's program. */
export const asAdministrator = {
  ...basic('administrator', applicationPassword('administrator')),
  'content-type': 'application/json',
};

/** Starts a site on which administrators sign in with a code from their mailbox. */
export const startMailed = async (more: Partial<SiteOptions> = {}) => {
  const mail = await startMailServer();
  const s = await startAsked({ ...more, environment: { MAIL_URL: mail.url } });
  /** Sets the group of users who need a code from now on. */
  const needCodes = async (second_step: string): Promise<void> => {
    const body = JSON.stringify({ second_step });
    const set = await fetch(s.origin + SETTINGS, { method: 'POST', headers: asAdministrator, body });
    expect(set.status).toBe(200);
  };
  /** Waits for that number of mails. Returns the code in the last one. */
  const nextMail = async (count: number): Promise<string> => {
    for (let look = 0; look < 2_000 && mail.received.length < count; look++)
      await new Promise((later) => setTimeout(later, 20));
    expect(mail.received).toHaveLength(count);
    return codeIn(mail.received[count - 1] as MailServer['received'][number]);
  };
  const stop = async (): Promise<void> => {
    await s.running.stop();
    await mail.close();
  };
  await needCodes('administrators');
  return { s, mail, needCodes, nextMail, stop };
};

export type MailedSite = Awaited<ReturnType<typeof startMailed>>;
