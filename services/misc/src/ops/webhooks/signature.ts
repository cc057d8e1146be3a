import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const newHookSecret = (): string => `${PREFIX}${randomBytes(24).toString('base64')}`;

/** Returns the headers that prove the origin of a message: `webhook-signature` and the values that it signs. */
export const signedHeaders = (
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
