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
import type { FollowedRules } from './followedRules.ts';
import { type FormerAddress, rememberFormer } from './formerAddress.ts';
import { cacheHeaders, rememberHeaders } from './optionHeaders.ts';
import type { Places } from './places.ts';
import { type OwnAddress, siteRedirect } from './siteRedirect.ts';
import type { VisitLog } from './visitLog.ts';
import { type Arrived, arrivedOf, type Done, recordedAt, recordOf, visitOf } from './visits.ts';

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

/** A request on its way through the rules. */
interface Asked {
  readonly exchange: Exchange;
  readonly arrived: Arrived;
  readonly options: RedirectOptions;
  readonly now: Date;
}

/** A redirect to a post, whose address its service says. */
interface Leading {
  readonly rule: number;
  readonly code: number;
  readonly post?: number;
  readonly when: 'early' | 'late';
}

type Sent = Pick<Done, 'code' | 'target'>;

/** What is known at once, or in a while. */
type Known<Value> = Value | Promise<Value>;

const BY_RULE = { 'x-redirect-by': 'redirection' } as const;
const REDIRECTED = { ...BY_RULE, 'content-length': 0 } as const;

/**
 * Asks the redirect rules, and what the options say of the whole site, before anything else answers a page or a file
 * (docs/interface/redirects.md).
 */
export const createRuledPages = (options: RuledPagesOptions) => {
  const { rules, visits, places, recentTokens, identify, settings, prefix } = options;
  const headersOf = rememberHeaders();
  const formerOf = rememberFormer();

  /** The right address of a page that rules are asked for; undefined for the interface and the administration. */
  const rightAddress = (target: string): string | undefined => {
    const address = readAddress(target, prefix);
    if (address.kind !== 'page' || isAdministration(address.path)) return undefined;
    const [whole = '', ...query] = target.split('?');
    return [canonicalPath(whole, settings.current().default_language), ...query].join('?');
  };

  const visitOfAsked = ({ arrived, exchange, options: chosen, now }: Asked): Visit =>
    visitOf(arrived, exchange, { options: chosen, now, rightAddress });

  /** What redirects of one status have alike for a second. */
  const alike = lastKept(
    (code: number, chosen: RedirectOptions, second: number): OutgoingHttpHeaders => ({
      ...REDIRECTED,
      ...cacheHeaders(code, chosen.redirect_cache, second),
      ...headersOf(chosen).redirect,
    }),
  );

  const redirect = ({ exchange, options: chosen, now }: Asked, { code, target }: Sent, isPage = false): void => {
    const own = { ...alike(code, chosen, Math.floor(now.getTime() / 1_000)), location: target };
    const headers = isPage ? leadingHeaders(exchange, own) : own;
    exchange.target = 'redirects';
    exchange.response.writeHead(code, responseHeaders(exchange, code, headers)).end();
  };

  const note = ({ exchange, arrived, options: chosen, now }: Asked, rule: number, sent: Sent): void => {
    const at = recordedAt(now.getTime());
    if (chosen.track_hits && rule > 0) visits.count(rule, at);
    if (chosen.expire_redirect < 0 || rules.rules.rule(rule)?.log_exclude === true) return;
    visits.record(recordOf(arrived, exchange, { done: { ...sent, rule, by: 'redirection' }, options: chosen, at }));
  };

  const redirectTo = (asked: Asked, rule: number, sent: Sent, isPage = false): true => {
    redirect(asked, sent, isPage);
    note(asked, rule, sent);
    return true;
  };

  /** Sends a visit to another page of the site; answers whether there is one from which redirects do not lead on for ever. */
  const leadTo = (asked: Asked, { rule, code, post, when }: Leading, place: string | undefined): boolean => {
    if (place === undefined) return false;
    const target = `${asked.exchange.baseUrl}${place}`;
    const { pages, isEndless, last } = rules.rules.follow(visitOfAsked(asked), target, when);
    const isThere = last.kind === 'post' && last.post === post && pages.length === 2;
    const leadsToPost = last.kind === 'random' || last.kind === 'post';
    return !isEndless && (isThere || !leadsToPost) && redirectTo(asked, rule, { code, target }, true);
  };

  /** Whether what was decided has answered the request. */
  const act = (asked: Asked, outcome: RedirectOutcome, when: Leading['when'] = 'early'): Known<boolean> => {
    const { exchange } = asked;
    switch (outcome.kind) {
      case 'none':
        return false;
      case 'redirect':
        return redirectTo(asked, outcome.rule, { code: outcome.code, target: outcome.location });
      case 'random':
        return places.random(exchange.id).then((place) => leadTo(asked, { ...outcome, when }, place));
      case 'post':
        return places.ofPost(outcome.post, exchange.id).then((place) => leadTo(asked, { ...outcome, when }, place));
      case 'error':
        failPage(exchange, { status: outcome.code, headers: BY_RULE }, settings.current());
        note(asked, outcome.rule, { code: outcome.code, target: '' });
        return true;
      case 'pass':
        if (passAs(exchange, outcome.target, prefix)) note(asked, outcome.rule, { code: 0, target: outcome.target });
        return false;
      case 'nothing':
        note(asked, outcome.rule, { code: 0, target: '' });
        return false;
    }
  };

  const noteOtherwise = ({ exchange, arrived, options: chosen }: Asked): void => {
    const { response } = exchange;
    response.once('close', () => {
      const { statusCode: code } = response;
      const at = recordedAt(options.now().getTime());
      const done = doneOtherwise(exchange, code, chosen);
      if (done !== undefined) visits.record(recordOf(arrived, exchange, { done, options: chosen, at }));
    });
  };

  /** Leads from where a post was under an earlier structure of addresses to where it is; whether it was found. */
  const leadOn = async (asked: Asked, { posts, under, path }: FormerAddress): Promise<boolean> => {
    const place = await places.ofNamed(posts, under, asked.exchange.id);
    // the page is not there under its own address either
    if (place?.toLowerCase() === path.toLowerCase()) return false;
    return leadTo(asked, { rule: 0, code: 301, when: 'late' }, place);
  };

  /**
   * Asks the rules for pages that are not there, and earlier structures of addresses, once that is known; whether one of
   * them may answer.
   */
  const answerMissing = (asked: Asked, found: FoundRules) => (): boolean => {
    const { exchange } = asked;
    const outcome = rules.rules.decide(found, visitOfAsked(asked), 'late');
    const isLeft = outcome.kind === 'none' || outcome.kind === 'pass';
    const former = isLeft ? formerOf(asked) : undefined;
    if (isLeft && former === undefined) return false;
    const missing = (): void => failPage(exchange, { status: 404 }, settings.current());
    const answer = async () => (former === undefined ? act(asked, outcome, 'late') : leadOn(asked, former));
    answer().then((isAnswered) => isAnswered || missing(), missing);
    return true;
  };

  /** Leaves a visit to others, who may find that there is nothing; whether it is answered: it is not. */
  const leave = (asked: Asked, found: FoundRules): false => {
    noteOtherwise(asked);
    const hasLate = found.rules.some(({ match }) => match.type === 'page');
    const hasFormer = (asked.options.permalinks ?? []).length > 0;
    if (hasLate || hasFormer) asked.exchange.answerMissing = answerMissing(asked, found);
    return false;
  };

  const follow = (asked: Asked, found: FoundRules): Known<boolean> => {
    if (found.rules.length === 0) return leave(asked, found);
    const outcome = rules.rules.decide(found, visitOfAsked(asked));
    return outcome.kind === 'none' ? leave(asked, found) : act(asked, outcome);
  };

  const askRules = (asked: Asked): Known<boolean> => {
    const found = rules.rules.find(asked.arrived.target);
    return found.askWho ? identify(asked.exchange).then(() => follow(asked, found)) : follow(asked, found);
  };

  const askAll = (exchange: Exchange, isPage: boolean): Known<boolean> => {
    const asked: Asked = { exchange, arrived: arrivedOf(exchange), options: rules.options, now: options.now() };
    const { host, secure } = exchange.caller;
    const kind = isPage ? 'page' : exchange.kind === 'page' ? 'administration' : 'rest';
    const elsewhere = siteRedirect({ host, secure, target: asked.arrived.target, kind }, asked.options, options);
    if (elsewhere !== undefined) {
      redirect(asked, { code: 301, target: elsewhere });
      return true;
    }
    if (!isPage) return false;
    for (const [name, value] of headersOf(asked.options).page) exchange.response.setHeader(name, value);
    return askRules(asked);
  };

  /** Whether the request is answered: it is redirected, or refused. A promise only where something is waited for. */
  return function answerByRules(exchange: Exchange): Known<boolean> {
    const isPage = exchange.kind === 'page' && !isAdministration(exchange.path);
    const token = isPage ? recentTokens.for('gateway') : undefined;
    return token === undefined ? askAll(exchange, isPage) : rules.waitFor(token).then(() => askAll(exchange, isPage));
  };
};

/** What the record says of a visit that no rule decided; undefined where none is made. */
const doneOtherwise = ({ location }: Exchange, code: number, options: RedirectOptions): Done | undefined => {
  if (code === 404) return options.expire_404 < 0 ? undefined : { rule: 0, by: '', code, target: '' };
  if (location === undefined || !options.log_external) return undefined;
  return { rule: 0, by: 'core', code, target: location };
};

/**
 * Has a request answered as another path of this site, at its own address; never as one of the interface.
 * @returns whether it is
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
