import { can } from '@almanac/identity';
import { html, pageRoute, scriptAnswer } from '@almanac/pages';
import { isMultipart, type RestResponse, type Route } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { type Administration, hasSessionNonce, isSameOrigin, type SignedIn } from '../sign-in/administrationPage.ts';
import { administrationPages } from '../sign-in/administrationRoutes.ts';
import type { AttemptLimits } from '../sign-in/attemptLimits.ts';
import {
  type ConsoleView,
  deadLettersView,
  healthView,
  historyView,
  lagView,
  mediaView,
  packagesView,
  popupsView,
  rebuildView,
  streamView,
  webhooksView,
} from '../sign-in/consoleViews.ts';
import { refusedForm } from '../sign-in/refusedForm.ts';
import { toSignIn } from '../sign-in/signInAnswers.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { consoleAnswer, notice } from './consoleFrame.ts';
import { mendDeadLetters, showDeadLetters } from './deadLettersPage.ts';
import { showHealth } from './healthPage.ts';
import { restoreVersion, showHistory } from './history/historyPage.ts';
import { showLag } from './lagPage.ts';
import { liveScript } from './live/live.ts';
import { actOnMedia, showMedia } from './media/mediaPage.ts';
import { showPackages, switchPackage } from './packagesPage.ts';
import { resetPopup, showPopups } from './popupsPage.ts';
import { showRebuilds, startRebuild } from './rebuildPage.ts';
import { showStream } from './streamPage.ts';
import { actOnWebhooks, showWebhooks } from './webhooks/webhooksPage.ts';
import { afterSession, withNewToken } from './writing/carriedForm.ts';
import { eventWriting } from './writing/events.ts';
import { organizerWriting } from './writing/organizers.ts';
import { postWriting } from './writing/posts.ts';
import { actOnWritten } from './writing/saveWritten.ts';
import { eventCategoryWriting, postCategoryWriting, postTagWriting } from './writing/terms.ts';
import { toolbarScript } from './writing/toolbar/toolbar.ts';
import { venueWriting } from './writing/venues.ts';
import type { Writing } from './writing/writing.ts';
import { showWritten } from './writing/writtenPage.ts';

type Answer = (page: SignedIn) => Promise<RestResponse>;

/** Maximum bytes of a form: a long text in the encoding of browsers. */
const LONGEST_TEXT = 2 * 1_024 * 1_024;

/** Seconds after which clients may retry a request to an unavailable service. */
const RETRY_AFTER = '30';

/** Creates the routes of the console. */
export const consoleRoutes = (core: AccountsCore, limits: AttemptLimits): Route[] => {
  const pages = administrationPages(core, limits);
  const view = (of: ConsoleView, show: Answer, act?: Answer): Route[] =>
    pages(`/${of.name}`, {
      GET: (page) => forWhoMay(page, of, show),
      ...(act && { POST: (page) => forWhoMay(page, of, ifMeant(of, act)) }),
    });
  const writingView = (of: ConsoleView, show: Answer, save: Answer): Route[] =>
    pages(
      `/${of.name}`,
      {
        GET: (page) => forWhoMay(page, of, show),
        POST: (page) => withSentForm(page, of, (sent) => keepingTyped(sent, of, save)),
      },
      { bodyLimit: LONGEST_TEXT, bearsFile: true },
    );
  const writtenView = (writing: Writing): Route[] =>
    writingView(
      writing.view,
      (page) => showWritten(page, writing),
      (page) => actOnWritten(page, writing),
    );
  return [
    ...writtenView(postWriting),
    ...writtenView(postCategoryWriting),
    ...writtenView(postTagWriting),
    ...writtenView(eventWriting),
    ...writtenView(venueWriting),
    ...writtenView(organizerWriting),
    ...writtenView(eventCategoryWriting),
    ...writingView(mediaView, showMedia, actOnMedia),
    ...view(historyView, showHistory, restoreVersion),
    ...view(deadLettersView, showDeadLetters, mendDeadLetters),
    ...view(lagView, showLag),
    ...view(healthView, showHealth),
    ...view(rebuildView, showRebuilds, startRebuild),
    ...view(streamView, showStream),
    ...view(webhooksView, showWebhooks, actOnWebhooks),
    ...view(packagesView, showPackages, switchPackage),
    ...view(popupsView, showPopups, resetPopup),
    ...[liveScript, toolbarScript].map((script) => pageRoute(`/${script.path}`, async () => scriptAnswer(script))),
  ];
};

const ifMeant =
  ({ name }: ConsoleView, act: Answer): Answer =>
  async (page) =>
    hasSessionNonce(page) ? act(page) : refusedForm(page, name);

/**
 * Saves a form. If the session or the form's token has expired, returns the typed values in a form that can be sent
 * again. Forms of other sites are not returned, because nobody typed them here.
 */
const keepingTyped = async (page: Administration, view: ConsoleView, save: Answer): Promise<RestResponse> => {
  if (!isSameOrigin(page)) return refusedForm(page, view.name);
  if (page.user === undefined) return afterSession(page, view);
  return forWhoMay(page, view, async (signedIn) =>
    hasSessionNonce(signedIn) ? save(signedIn) : withNewToken(signedIn, view),
  );
};

/**
 * Returns the page for users who may see it. Leads visitors to the sign-in and back; refuses users without the right.
 */
const forWhoMay = async (page: Administration, view: ConsoleView, answer: Answer): Promise<RestResponse> => {
  const { user, request, renderContext } = page;
  if (user === undefined) return toSignIn(page, request.query === '' ? view.name : `${view.name}?${request.query}`);
  const signedIn = { ...page, user };
  const { text } = renderContext;
  if (!can(user, view.capability))
    return consoleAnswer(signedIn, view, html`<p>${text('You may not see this page.')}</p>`, { status: 403 });
  try {
    return await answer(signedIn);
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    const headers = { 'Retry-After': RETRY_AFTER };
    return consoleAnswer(signedIn, view, notice(text(error.message), true), { status: 503, headers });
  }
};

/**
 * Reads a form that may contain a file while it arrives. The file of a user who may upload is stored until the form is
 * answered. A form of another site is not read.
 */
const withSentForm = async (
  page: Administration,
  view: ConsoleView,
  answer: (page: Administration) => Promise<RestResponse>,
): Promise<RestResponse> => {
  const { request, user, core } = page;
  if (!isMultipart(request.headers)) return answer(page);
  if (!isSameOrigin(page)) return refusedForm(page, view.name);
  const { fields, file } = await core.receiveForm(request, user !== undefined && can(user, 'upload_files'));
  try {
    return await answer({ ...page, request: { ...request, params: { ...request.params, ...fields } }, file });
  } finally {
    await file?.discard();
  }
};
