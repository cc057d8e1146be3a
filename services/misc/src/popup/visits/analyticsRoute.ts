import { integer, type RestRequest, type RestResponse, type Route, route, text } from '@almanac/rest';
import { LimitReachedError, networkOf } from '@almanac/service';
import { miscErrors } from '../../errors.ts';
import type { Misc } from '../../misc.ts';
import { namespace } from '../popupRoutes.ts';
import { popupOf } from '../popupWriting.ts';
import type { CountVisit } from './countVisits.ts';
import type { DroppedVisits } from './droppedVisits.ts';
import type { VisitKind } from './visitIds.ts';
import type { Visitor, VisitorRegistry } from './visitor.ts';

/** Misc with the ports of counting visits. */
export interface CountingMisc extends Misc {
  readonly countVisit: CountVisit;
  readonly droppedVisits: DroppedVisits;
  readonly knowVisitor: VisitorRegistry;
}

const HOUR_S = 3_600;

const args = {
  event: text({ required: true, enum: ['open', 'conversion'], description: 'The visitor’s action.' }),
  pid: integer({ required: true, minimum: 1, description: 'The id of the popup.' }),
};

type VisitRequest = Pick<RestRequest, 'headers'> & {
  readonly method: string;
  readonly args: { readonly event: VisitKind; readonly pid: number };
};

const headerOf = ({ headers }: Pick<VisitRequest, 'headers'>, name: string): string => String(headers[name] ?? '');

/** Matches names of robots; `Cubot` is a phone. */
const ROBOT = /(?<!cu)bots?(?![a-z])|crawler|spider/i;

/** True if no person reads the page: HEAD, prefetch, and programs that read pages. */
const isAutomatic = (request: VisitRequest): boolean => {
  const agent = headerOf(request, 'user-agent');
  const ahead = `${headerOf(request, 'sec-purpose')} ${headerOf(request, 'purpose')}`;
  return request.method === 'HEAD' || /prefetch/i.test(ahead) || agent.trim() === '' || ROBOT.test(agent);
};

const wantsPrivacy = (request: VisitRequest): boolean =>
  headerOf(request, 'dnt') === '1' || headerOf(request, 'sec-gpc') === '1';

const done: RestResponse = { status: 204, body: undefined, headers: { 'Cache-Control': 'no-store' } };

/** `GET /popup/v1/analytics`: counts an opening or a conversion of a popup (docs/interface/popup.md §4). */
export const analyticsRoute = (misc: CountingMisc): Route => {
  const isWithinLimits = limitsOf(misc);
  return route({
    namespace,
    path: '/analytics',
    methods: ['GET'],
    summary: 'Counts an opening or a conversion of a popup.',
    args,
    answers: { 204: {}, 404: ['popup_not_found'] },
    handle: async (request) => {
      const asked: VisitRequest = request;
      const { event: kind, pid: popup } = asked.args;
      const { status } = await popupOf(misc, popup);
      if (status !== 'publish') throw miscErrors.unknownPopup();
      const { timezone: zone, honour_privacy_signals } = misc.settings.current();
      if (isAutomatic(asked) || (honour_privacy_signals && wantsPrivacy(asked))) return done;
      const at = misc.now().getTime();
      const ip = headerOf(asked, 'x-forwarded-for');
      const visitor = await misc.knowVisitor(ip, headerOf(asked, 'user-agent'), { at, zone });
      if (await isWithinLimits(ip, visitor, `${popup}/${kind}`)) await misc.countVisit({ popup, kind, at, visitor });
      else await misc.droppedVisits.add(popup);
      return done;
    },
  });
};

/** Returns a function that counts a visit against the limits of settings and operator (docs/interface/popup.md §4). */
const limitsOf = ({ limits, settings }: CountingMisc) => {
  const current = () => settings.current().popup_limits;
  const addresses = limits('popup-address', () => ({ most: current().address, seconds: HOUR_S }));
  const visitors = limits('popup-visitor', () => ({ most: current().visitor, seconds: HOUR_S }));
  const site = limits('popup-site', () => ({ most: current().site, seconds: 1 }));
  const day = limits('popup-day');
  /** False if a limit is reached. */
  return async (ip: string, { key }: Visitor, what: string): Promise<boolean> => {
    try {
      // checked first, so that a flood beyond the limits of the whole site costs no write
      day.throwIfRefused();
      site.throwIfRefused();
      await addresses.spend(networkOf(ip));
      await visitors.spend(key, what);
      await site.spend();
      await day.spend();
      return true;
    } catch (error) {
      if (error instanceof LimitReachedError) return false;
      throw error;
    }
  };
};
