import type { OutgoingHttpHeaders } from 'node:http';
import { canonicalPath } from '@almanac/i18n';
import type { FoundRules, Visit } from '@almanac/redirects';
import type { RedirectOptions, RedirectOutcome } from '@almanac/redirects/schemas';
import type { Settings } from '@almanac/service';
import { readAddress } from '../address.ts';
import { isAdministration } from '../administration.ts';
import type { Exchange } from '../exchange.ts';
import type { Identify } from '../identification.ts';
import { lastKept } from '../lastKept.ts';
import { failPage } from '../pageFailure.ts';
import type { RecentTokens } from '../recentTokens.ts';
import { leadingHeaders } from '../redirectPage.ts';
import { responseHeaders } from '../responseHeaders.ts';
import { sendWhole } from '../sendBody.ts';
import type { FollowedRules } from './followedRules.ts';
import { type FormerAddress, rememberFormer } from './formerAddress.ts';
import { cacheHeaders, rememberHeaders } from './optionHeaders.ts';
import type { Places } from './places.ts';
import { type OwnAddress, siteRedirect } from './siteRedirect.ts';
import type { VisitLog } from './visitLog.ts';
import { type ArrivedRequest, arrivedOf, recordedAt, recordOf, type VisitOutcome, visitOf } from './visits.ts';

export interface RuledPagesOptions extends OwnAddress {
  readonly rules: Pick<FollowedRules, 'rules' | 'options' | 'waitFor'>;
  readonly visits: Pick<VisitLog, 'count' | 'record'>;
  readonly places: Places;
  readonly recentTokens: RecentTokens;
  readonly identify: Identify;
  readonly settings: Settings;
  readonly prefix: string;
  readonly now: () => Date;
}

/** The options and the caches of one gateway. */
interface RuledPages extends RuledPagesOptions {
  readonly headersOf: ReturnType<typeof rememberHeaders>;
  readonly formerOf: ReturnType<typeof rememberFormer>;
  /** Returns the headers that redirects of one status share for a second. */
  readonly sharedHeaders: (code: number, options: RedirectOptions, second: number) => OutgoingHttpHeaders;
}

/** A request on its way through the rules, with the options and the time that apply to it. */
interface RuledRequest {
  readonly pages: RuledPages;
  readonly exchange: Exchange;
  readonly arrived: ArrivedRequest;
  readonly options: RedirectOptions;
  readonly now: Date;
}

/** A redirect to a post, whose service knows its address. */
interface PostRedirect {
  readonly rule: number;
  readonly code: number;
  readonly post?: number;
  readonly when: 'early' | 'late';
}

type Redirect = Pick<VisitOutcome, 'code' | 'target'>;

/** A promise only if something is awaited: most requests are answered in the same turn of the event loop. */
type MaybePromise<Value> = Value | Promise<Value>;

const BY_RULE = { 'x-redirect-by': 'redirection' } as const;
const REDIRECTED = { ...BY_RULE, 'content-length': 0 } as const;

/**
 * Creates the step that asks the redirect rules and the site-wide options before any page or file is answered
 * (docs/interface/redirects.md). The functions below follow the order of their work.
 * @returns a function that returns true if it has answered the request
 */
export const createRuledPages = (options: RuledPagesOptions): ((exchange: Exchange) => MaybePromise<boolean>) => {
  const headersOf = rememberHeaders();
  const sharedHeaders = lastKept((code: number, chosen: RedirectOptions, second: number) => ({
    ...REDIRECTED,
    ...cacheHeaders(code, chosen.redirect_cache, second),
    ...headersOf(chosen).redirect,
  }));
  const pages: RuledPages = { ...options, headersOf, sharedHeaders, formerOf: rememberFormer() };
  return function answerByRules(exchange) {
    const isPage = exchange.kind === 'page' && !isAdministration(exchange.path);
    const token = isPage ? pages.recentTokens.for('gateway') : undefined;
    if (token === undefined) return answerBySite(pages, exchange, isPage);
    return pages.rules.waitFor(token).then(() => answerBySite(pages, exchange, isPage));
  };
};

/** Redirects a request to the canonical address of the site, else asks the rules. */
const answerBySite = (pages: RuledPages, exchange: Exchange, isPage: boolean): MaybePromise<boolean> => {
  const arrived = arrivedOf(exchange);
  const request: RuledRequest = { pages, exchange, arrived, options: pages.rules.options, now: pages.now() };
  const { host, secure } = exchange.caller;
  const kind = isPage ? 'page' : exchange.kind === 'page' ? 'administration' : 'rest';
  const target = siteRedirect({ host, secure, target: arrived.target, kind }, request.options, pages);
  if (target !== undefined) {
    redirect(request, { code: 301, target });
    return true;
  }
  if (!isPage) return false;
  for (const [name, value] of pages.headersOf(request.options).page) exchange.response.setHeader(name, value);
  return findRules(request);
};

/** Finds the rules of the address, and identifies the user if a rule depends on it. */
const findRules = (request: RuledRequest): MaybePromise<boolean> => {
  const { pages, exchange, arrived } = request;
  const found = pages.rules.rules.find(arrived.target);
  if (!found.askWho) return decideEarly(request, found);
  return pages.identify(exchange).then(() => decideEarly(request, found));
};

/** Decides by the rules that apply whether or not the page exists. */
const decideEarly = (request: RuledRequest, found: FoundRules): MaybePromise<boolean> => {
  if (found.rules.length > 0) {
    const outcome = request.pages.rules.rules.decide(found, visitOfRequest(request), 'early');
    if (outcome.kind !== 'none') return carryOut(request, outcome, 'early');
  }
  leave(request, found);
  return false;
};

/** Leaves a request to the next steps, which may find that its page is missing. */
const leave = (request: RuledRequest, found: FoundRules): void => {
  recordOtherAnswer(request);
  const hasLate = found.rules.some(({ match }) => match.type === 'page');
  const hasFormer = (request.options.permalinks ?? []).length > 0;
  if (hasLate || hasFormer) request.exchange.answerMissing = () => answerMissing(request, found);
};

/**
 * Asks the rules for missing pages, then the former permalink structures.
 * @returns true if one of them may answer: this step then answers the request, with 404 if necessary
 */
const answerMissing = (request: RuledRequest, found: FoundRules): boolean => {
  const { pages, exchange } = request;
  const outcome = pages.rules.rules.decide(found, visitOfRequest(request), 'late');
  const isLeft = outcome.kind === 'none' || outcome.kind === 'pass';
  const former = isLeft ? pages.formerOf(request) : undefined;
  if (isLeft && former === undefined) return false;
  const fail = (): void => failPage(exchange, { status: 404 }, pages.settings.current());
  const answer = async () =>
    former === undefined ? carryOut(request, outcome, 'late') : redirectFormer(request, former);
  answer().then((isAnswered) => isAnswered || fail(), fail);
  return true;
};

/** Redirects from the former address of a post to its current one; false if there is none. */
const redirectFormer = async (request: RuledRequest, { posts, under, path }: FormerAddress): Promise<boolean> => {
  const place = await request.pages.places.ofNamed(posts, under, request.exchange.id);
  // the page is missing at its current address too
  if (place?.toLowerCase() === path.toLowerCase()) return false;
  return redirectToPost(request, { rule: 0, code: 301, when: 'late' }, place);
};

/** Carries out the outcome of a rule. True if it answers the request. */
const carryOut = (
  request: RuledRequest,
  outcome: RedirectOutcome,
  when: PostRedirect['when'],
): MaybePromise<boolean> => {
  const { exchange, pages } = request;
  const { places, prefix, settings } = pages;
  switch (outcome.kind) {
    case 'none':
      return false;
    case 'redirect': {
      const sent = { code: outcome.code, target: outcome.location };
      redirect(request, sent);
      record(request, outcome.rule, sent);
      return true;
    }
    case 'random':
      return places.random(exchange.id).then((place) => redirectToPost(request, { ...outcome, when }, place));
    case 'post':
      return places
        .ofPost(outcome.post, exchange.id)
        .then((place) => redirectToPost(request, { ...outcome, when }, place));
    case 'error':
      failPage(exchange, { status: outcome.code, headers: BY_RULE }, settings.current());
      record(request, outcome.rule, { code: outcome.code, target: '' });
      return true;
    case 'pass':
      if (passAs(exchange, outcome.target, prefix)) record(request, outcome.rule, { code: 0, target: outcome.target });
      return false;
    case 'nothing':
      record(request, outcome.rule, { code: 0, target: '' });
      return false;
  }
};

/** Redirects to a page of the site; false if the page is missing or its redirects never end. */
const redirectToPost = (
  request: RuledRequest,
  { rule, code, post, when }: PostRedirect,
  place: string | undefined,
): boolean => {
  if (place === undefined) return false;
  const { pages, exchange } = request;
  const target = `${exchange.baseUrl}${place}`;
  const followed = pages.rules.rules.follow(visitOfRequest(request), target, when);
  const { last, isEndless } = followed;
  const isThere = last.kind === 'post' && last.post === post && followed.pages.length === 2;
  const leadsToPost = last.kind === 'random' || last.kind === 'post';
  if (isEndless || (leadsToPost && !isThere)) return false;
  redirect(request, { code, target }, true);
  record(request, rule, { code, target });
  return true;
};

const redirect = (
  { pages, exchange, options, now }: RuledRequest,
  { code, target }: Redirect,
  isToPage = false,
): void => {
  const second = Math.floor(now.getTime() / 1_000);
  const own = { ...pages.sharedHeaders(code, options, second), location: target };
  const headers = isToPage ? leadingHeaders(exchange, own) : own;
  exchange.target = 'redirects';
  sendWhole(exchange, { status: code, headers: responseHeaders(exchange, code, headers) }, []);
};

/** Counts the hit of a rule and records the visit, if the options say so. */
const record = ({ pages, exchange, arrived, options, now }: RuledRequest, rule: number, sent: Redirect): void => {
  const { visits, rules } = pages;
  const at = recordedAt(now.getTime());
  if (options.track_hits && rule > 0) visits.count(rule, at);
  if (options.expire_redirect < 0 || rules.rules.rule(rule)?.log_exclude === true) return;
  visits.record(recordOf(arrived, exchange, { done: { ...sent, rule, by: 'redirection' }, options, at }));
};

/** Records a visit that no rule has answered, after its answer. */
const recordOtherAnswer = ({ pages, exchange, arrived, options }: RuledRequest): void => {
  const { response } = exchange;
  response.once('close', () => {
    const done = otherAnswer(exchange, response.statusCode, options);
    const at = recordedAt(pages.now().getTime());
    if (done !== undefined) pages.visits.record(recordOf(arrived, exchange, { done, options, at }));
  });
};

/** Returns the recorded outcome of a visit that no rule decided; undefined if none is recorded. */
const otherAnswer = ({ location }: Exchange, code: number, options: RedirectOptions): VisitOutcome | undefined => {
  if (code === 404) return options.expire_404 < 0 ? undefined : { rule: 0, by: '', code, target: '' };
  if (location === undefined || !options.log_external) return undefined;
  return { rule: 0, by: 'core', code, target: location };
};

/**
 * Rewrites a request to another page of this site at the same address; the interface is no valid target.
 * @returns true if the request was rewritten
 */
const passAs = (exchange: Exchange, target: string, prefix: string): boolean => {
  const address = readAddress(target, prefix);
  if (address.kind !== 'page') return false;
  const { path, query, segment } = address;
  exchange.path = path;
  exchange.query = query;
  if (segment !== undefined) exchange.language = segment;
  exchange.request.url = target;
  exchange.isPassed = true;
  return true;
};

const visitOfRequest = ({ pages, exchange, arrived, options, now }: RuledRequest): Visit =>
  visitOf(arrived, exchange, { options, now, rightAddress: (target) => rightAddress(pages, target) });

/** Returns the canonical address of a page; undefined for the interface and the administration. */
const rightAddress = ({ prefix, settings }: RuledPages, target: string): string | undefined => {
  const address = readAddress(target, prefix);
  if (address.kind !== 'page' || isAdministration(address.path)) return undefined;
  const [whole = '', ...query] = target.split('?');
  return [canonicalPath(whole, settings.current().default_language), ...query].join('?');
};
