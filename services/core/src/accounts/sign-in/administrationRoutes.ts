import { readSession } from '@almanac/contracts';
import { anonymous } from '@almanac/identity';
import { html } from '@almanac/pages';
import { contractArgs, type RestResponse, type Route, route } from '@almanac/rest';
import { pageContext } from '../../pageContext.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { type Administration, administrationAnswer, sessionOf } from './administrationPage.ts';
import type { AttemptLimits } from './attemptLimits.ts';
import { authorizationRequest, faultsOf } from './authorizationRequest.ts';
import { AUTHORIZE, decideAuthorization, renderAuthorization } from './authorizePage.ts';
import { CODE, enterCode, renderCode } from './codePage.ts';
import { FORGOTTEN, renderForgotten, sendForgotten } from './forgottenPasswordPage.ts';
import { renderSetPassword, setPassword } from './passwordLinkPage.ts';
import { SET_PASSWORD } from './passwordLinks.ts';
import { RECOVERY, showRecoveryCodes } from './recoveryCodesPage.ts';
import { withParameters } from './redirectAddress.ts';
import { RENEWAL, renewNonce } from './renewedNonce.ts';
import { userOfSession } from './sessions.ts';
import { renderSignIn, signIn } from './signInPage.ts';
import { renderStart, revokePassword, START, signOut } from './startPage.ts';

/** Maximum bytes of a form. */
const FORM_LIMIT = 64 * 1024;

type Answer = (page: Administration) => RestResponse | Promise<RestResponse>;

/** The answers of an administration page, by method. */
export interface PageAnswers {
  readonly GET?: Answer;
  readonly POST?: Answer;
}

/** Creates the routes of pages of the administration. */
export const administrationPages =
  (core: AccountsCore, limits: AttemptLimits) =>
  (path: string, answers: PageAnswers): Route[] =>
    (['GET', 'POST'] as const).flatMap((method) => {
      const answer = answers[method];
      if (answer === undefined) return [];
      return route({
        namespace: 'internal',
        path: `/admin${path}`,
        methods: [method],
        summary: 'A page of the administration',
        hidden: true,
        keepAnswer: false,
        args: {},
        bodyLimit: FORM_LIMIT,
        handle: async (request) => {
          const context = pageContext(core, request);
          const session = sessionOf(context);
          const user = session === undefined ? undefined : await userOfSession(core, session);
          const offered = request.headers[OFFERS_PASSWORDS] !== undefined;
          return (offered ? answer : unavailablePage)({ ...context, core, limits, user });
        },
      });
    });

/** Returns the internal routes of the administration pages; the gateway forwards `/admin/…` to them. */
export const administrationRoutes = (core: AccountsCore, limits: AttemptLimits): Route[] => {
  const page = administrationPages(core, limits);
  return [
    sessionRoute(core),
    ...['', `/${START}`].flatMap((path) => page(path, { GET: renderStart })),
    ...page('/sign-in', { GET: renderSignIn, POST: signIn }),
    ...page(`/${CODE}`, { GET: renderCode, POST: enterCode }),
    ...page(`/${FORGOTTEN}`, { GET: renderForgotten, POST: sendForgotten }),
    ...page(`/${SET_PASSWORD}`, { GET: renderSetPassword, POST: setPassword }),
    ...page(`/${RECOVERY}`, { POST: showRecoveryCodes }),
    ...page(`/${RENEWAL}`, { GET: renewNonce, POST: renewNonce }),
    ...page('/sign-out', { POST: signOut }),
    ...page('/revoke', { POST: revokePassword }),
    ...page(`/${AUTHORIZE}`, { GET: renderAuthorization, POST: decideAuthorization }),
  ];
};

/** Creates the route by which the gateway requests the user of a session cookie (docs/architecture.md §4). */
const sessionRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'internal',
    path: '/session',
    methods: ['POST'],
    summary: 'Returns the user of a session.',
    hidden: true,
    keepAnswer: false,
    args: contractArgs(readSession),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args }) => ({ body: { principal: (await userOfSession(core, args.session)) ?? anonymous } }),
  });

/** The header in which the gateway reports that this connection accepts passwords: over TLS and on loopback. */
const OFFERS_PASSWORDS = 'x-almanac-offers-passwords';

/**
 * Returns the page for a connection without TLS. Passwords are not sent over it, so the administration is not
 * available (docs/interface/pages.md §7.2).
 */
const unavailablePage = (page: Administration): RestResponse => {
  const { text } = page.renderContext;
  const asked = authorizationRequest(page);
  const { rejectUrl } = asked;
  const back =
    rejectUrl === '' || faultsOf(asked).length > 0 ? undefined : withParameters(rejectUrl, { error: 'disabled' });
  const title = text('Not available over this connection');
  const main = html`<h1>${title}</h1>
<p>${text('Signing in and application passwords need HTTPS.')}</p>
${back && html`<p><a href="${back}">${text('Back to the application')}</a></p>`}`;
  return administrationAnswer({ ...page, user: undefined }, { title, main }, { status: 501 });
};
