import { createOutgoing, jsonOf, originPolicy } from '@almanac/outgoing';
import { z } from 'zod';

export interface TokenClient {
  /** The https address that grants tokens. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  /** The scope of the tokens; default: the server's own. */
  readonly scope?: string | undefined;
  /** Certificates of authorities, as PEM; default: those of Node. */
  readonly ca?: readonly string[];
  readonly now?: () => number;
}

/** Milliseconds before its expiry at which a token is replaced: enough for a connection to sign in with it. */
const MARGIN = 30_000;
/** Seconds for which a token counts as valid if the server does not say. */
const DEFAULT_LIFETIME = 300;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().optional() });
const refused = z.object({ error: z.string() });

/** RFC 6749 §2.3.1 encodes id and secret as in a form before it joins them. */
const encoded = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);

/**
 * Creates a function that returns an access token by the grant of client credentials (RFC 6749 §4.4). It reuses a token
 * until shortly before its expiry. The function throws if the server does not grant a token.
 */
export const createTokens = ({ url, id, secret, scope, now = Date.now, ca }: TokenClient) => {
  const outgoing = createOutgoing({ policy: originPolicy(url), ...(ca !== undefined && { ca }) });
  const credentials = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
  const form = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
  let kept: { readonly token: Promise<string>; expires: number } | undefined;

  const request = async (): Promise<z.output<typeof granted>> => {
    const { status, body } = await outgoing.fetch(url, {
      method: 'POST',
      accept: 'application/json',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${credentials}` },
      content: new URLSearchParams(form).toString(),
    });
    const answer = jsonOf(body);
    const grant = granted.safeParse(answer);
    if (status === 200 && grant.success) return grant.data;
    const reason = refused.safeParse(answer).data?.error ?? 'no token in the answer';
    throw new Error(`KAFKA_TOKEN_URL grants no token: ${status} ${reason}`);
  };

  return (): Promise<string> => {
    if (kept !== undefined && kept.expires > now()) return kept.token;
    const asked = request();
    const entry = { token: asked.then(({ access_token }) => access_token), expires: Number.POSITIVE_INFINITY };
    kept = entry;
    asked.then(
      ({ expires_in = DEFAULT_LIFETIME }) => {
        entry.expires = now() + expires_in * 1_000 - MARGIN;
      },
      () => {
        entry.expires = 0;
      },
    );
    return entry.token;
  };
};
