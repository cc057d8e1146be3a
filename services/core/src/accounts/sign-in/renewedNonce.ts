import type { RestResponse } from '@almanac/rest';
import { type Administration, interfaceNonce, isSameOrigin, parameter } from './administrationPage.ts';

/** The address at which editors' scripts renew the nonce of their session. */
export const RENEWAL = 'admin-ajax.php';

const ACTION = 'rest-nonce';

/**
 * Returns the session's present nonce as text (docs/interface/server.md §15.2). Without a session or with another
 * action the answer is 400 with the text `0`.
 */
export const renewNonce = (page: Administration): RestResponse => {
  const { user } = page;
  const isRenewed = user !== undefined && parameter(page, 'action') === ACTION && isSameOrigin(page);
  return {
    status: isRenewed ? 200 : 400,
    body: isRenewed ? interfaceNonce({ ...page, user }) : '0',
    contentType: 'text/plain; charset=UTF-8',
    headers: { 'Cache-Control': 'private, no-store' },
  };
};
