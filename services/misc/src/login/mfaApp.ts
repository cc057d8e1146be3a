import { createOutgoing, jsonOf, type Outgoing, OutgoingError, originPolicy } from '@almanac/outgoing';
import { z } from 'zod';

/** Data sent to an outside app about a sign-in whose password was right. */
export interface Handshake {
  readonly ip: string;
  /** Address to which the browser returns. */
  readonly loginUrl: string;
  /** Address at which the app requests codes. */
  readonly sendCodeUrl: string;
  readonly user: number;
  /** Mail address with most of its local part masked; empty if there is none. */
  readonly maskedAddress: string;
}

/** The app's answer: the token and secret by which it requests codes, and the address of its page. */
export interface AppHandover {
  readonly token: string;
  readonly secret: string;
  readonly redirectUrl: string;
}

/** An outside app that shows the page of the second step. */
export interface MfaApp {
  /** @throws MfaAppError if the app is unreachable or its answer is invalid */
  begin(handshake: Handshake): Promise<AppHandover>;
}

/** The app did not answer correctly. The message contains no data of the sign-in. */
export class MfaAppError extends Error {
  readonly code = 'mfa-app-away';
  constructor(reason: string) {
    super(`the app of the second step does not answer as it must: ${reason}`);
    this.name = 'MfaAppError';
  }
}

const secret = z.string().min(16).max(512);
const answer = z.object({
  token: secret,
  secret,
  redirect_url: z.url({ protocol: /^https?$/ }),
});

/** Returns the app at an address that the operator configured; requests go only to that origin. */
const asking = (outgoing: Outgoing, { url, key }: MfaAppOptions): MfaApp => ({
  begin: async ({ ip, loginUrl, sendCodeUrl, user, maskedAddress }) => {
    const content = JSON.stringify({
      ip,
      login_url: loginUrl,
      send_code_url: sendCodeUrl,
      user_id: user,
      masked_email: maskedAddress,
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const { status, body } = await outgoing
      .fetch(url, { method: 'POST', headers, content, accept: 'application/json', timeout: 5_000 })
      .catch((error: unknown) => {
        throw error instanceof OutgoingError ? new MfaAppError(error.reason) : error;
      });
    if (status !== 200) throw new MfaAppError(`status ${status}`);
    const { success, data } = answer.safeParse(jsonOf(body));
    if (!success) throw new MfaAppError('its answer lacks token, secret or redirect_url');
    return { token: data.token, secret: data.secret, redirectUrl: data.redirect_url };
  },
});

interface MfaAppOptions {
  readonly url: string;
  readonly key: string;
}

export const createMfaApp = (options: MfaAppOptions): MfaApp =>
  asking(createOutgoing({ policy: originPolicy(options.url) }), options);

/** Masks a mail address so that its owner recognizes it: `a…@example.test`. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${address.slice(0, 1)}…${address.slice(at)}`;
};
