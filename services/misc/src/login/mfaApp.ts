import { createOutgoing, jsonOf, type Outgoing, OutgoingError, originPolicy } from '@almanac/outgoing';
import { z } from 'zod';

/** What an outside app is told of a sign-in whose password was right. */
export interface Handshake {
  readonly ip: string;
  /** Where the browser comes back to. */
  readonly loginUrl: string;
  /** Where it has codes sent. */
  readonly sendCodeUrl: string;
  readonly user: number;
  /** A mail address of which only the ends are told; empty for none. */
  readonly maskedAddress: string;
}

/** What an app answers: the pair by which it has codes sent, and its page. */
export interface HandedOver {
  readonly token: string;
  readonly secret: string;
  readonly redirectUrl: string;
}

/** An outside app that shows the page of the second step. */
export interface MfaApp {
  /** @throws MfaAppError where it is away, or answers anything else */
  begin(handshake: Handshake): Promise<HandedOver>;
}

/** The app cannot be asked; what it says holds nothing of the sign-in. */
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

/** The app at an address that the operator has configured; that origin alone is asked. */
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

/** `a…@example.test`: enough for its owner to know it. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${address.slice(0, 1)}…${address.slice(at)}`;
};
