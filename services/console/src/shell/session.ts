import { HttpError } from 'react-admin';
import { site } from './site.ts';

let nonce: string | undefined;

/** Thrown if the browser is not signed in, or not any more. */
export class SignedOutError extends HttpError {
  constructor() {
    super('Your session has ended. Sign in again; your text is kept.', 401);
  }
}

/**
 * Gets a new nonce of the session.
 * @throws SignedOutError
 */
const renew = async (): Promise<string> => {
  const answer = await fetch(`${site.base}/admin-ajax.php?action=rest-nonce`, { cache: 'no-store' });
  if (answer.status === 400) {
    nonce = undefined;
    throw new SignedOutError();
  }
  if (!answer.ok) throw new HttpError('The site does not answer. Try again in a moment.', answer.status);
  nonce = await answer.text();
  return nonce;
};

/** Returns the nonce of the session. */
export const sessionNonce = async (): Promise<string> => nonce ?? renew();

const isExpired = async (answer: Response): Promise<boolean> => {
  if (answer.status !== 403 && answer.status !== 401) return false;
  const { code }: { code?: string } = await answer.clone().json();
  return code === 'rest_cookie_invalid_nonce' || code === 'rest_not_logged_in';
};

/**
 * Sends a request as the signed-in person. An expired nonce is renewed once.
 * @throws SignedOutError if the session has ended
 */
export const send = async (request: Request): Promise<Response> => {
  const attempt = async (value: string): Promise<Response> => {
    const sent = request.clone();
    sent.headers.set('x-core-nonce', value);
    const answer = await fetch(sent).catch(() => {
      throw new HttpError('The site does not answer. Your text is kept; try again in a moment.', 503);
    });
    nonce = answer.headers.get('x-core-nonce') ?? nonce;
    return answer;
  };
  const answer = await attempt(await sessionNonce());
  return (await isExpired(answer)) ? attempt(await renew()) : answer;
};

/** Leads to the sign-in page, which leads back to the present page. */
export const toSignIn = (): void => {
  const back = location.pathname.slice(site.base.length + 1) + location.search;
  location.assign(`${site.base}/sign-in?${new URLSearchParams({ redirect_to: back })}`);
};

/** Ends the session and leads to the sign-in page. */
export const signOut = async (): Promise<void> => {
  const body = new URLSearchParams({ token: await sessionNonce() });
  await fetch(`${site.base}/sign-out`, { method: 'POST', body, redirect: 'manual' });
  location.assign(`${site.base}/sign-in`);
};
