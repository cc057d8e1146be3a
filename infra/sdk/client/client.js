import createFetchClient from 'openapi-fetch';

/** Of letters of any script, as the interface reads them. */
const basic = (login, password) => {
  const bytes = new TextEncoder().encode(`${login}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
};

export const createClient = ({ root, login, password, headers, ...options }) =>
  createFetchClient({
    // lists as the interface's document has them: `include=1,2`
    querySerializer: { array: { style: 'form', explode: false } },
    ...options,
    baseUrl: root,
    headers: { ...(login !== undefined && { authorization: basic(login, password ?? '') }), ...headers },
  });
