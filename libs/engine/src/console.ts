import type { RequestListener } from 'node:http';

const PATH = /^\/console\/([\w-]{1,64})$/;

export const consolePath = (token: string): string => `/console/${token}`;

/** Shows the console to the person whom an address signs in, once; passes other requests to `next`. */
export const withConsole =
  (enter: (token: string) => { readonly email: string } | undefined, next: RequestListener): RequestListener =>
  (request, response) => {
    const [, token] = PATH.exec(request.url ?? '') ?? [];
    // a browser's preview request must not use up the address
    if (token === undefined || request.method !== 'GET') return next(request, response);
    const person = enter(token);
    response.writeHead(person === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
    });
    response.end(
      page(
        person === undefined ? 'This address was used, or its time is over.' : `Signed in as ${escaped(person.email)}.`,
      ),
    );
  };

const page = (text: string): string =>
  `<!doctype html><html lang="en"><title>Translation engine</title><p>${text}</p></html>\n`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
