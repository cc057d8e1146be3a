export interface BasicCredentials {
  /** A login, or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/**
 * Reads an `Authorization: Basic` header; only the first colon separates (docs/interface/server.md §15.3).
 * @returns undefined for a header of another form, without colon, or without one of the two parts: it is ignored
 */
export const readBasic = (authorization: string | undefined): BasicCredentials | undefined => {
  const token = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (token === undefined) return undefined;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const login = text.slice(0, colon);
  const password = text.slice(colon + 1);
  return colon === -1 || login === '' || password === '' ? undefined : { login, password };
};
