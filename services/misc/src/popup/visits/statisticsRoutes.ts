import { addSeconds, toWallClock } from '@almanac/dates';
import { streamOf } from '@almanac/event-sourcing';
import { type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import type { Misc } from '../../misc.ts';
import { popupDecider } from '../popup.ts';
import { idArg } from '../popupArgs.ts';
import { mayEdit, namespace } from '../popupRoutes.ts';
import { popupOf } from '../popupWriting.ts';
import { instantText } from '../sentPopup.ts';
import { countedOf, type PopupCounts, resetStatistics, type StatisticsPorts, statisticsDecider } from './statistics.ts';

const DAYS = 30;
const DAY_S = 86_400;

const instant = z.string().meta({ format: 'date-time' }).nullable();

const statisticsAnswer = z
  .strictObject({
    id: z.int(),
    opens: z.int(),
    conversions: z.int(),
    orphans: z.int(),
    dropped: z.int(),
    conversion_rate: z.number().min(0).max(1).nullable(),
    last_open: instant,
    last_conversion: instant,
    days: z.array(z.strictObject({ date: z.string(), opens: z.int(), conversions: z.int() })),
  })
  .meta({ id: 'PopupStatistics' });

const shared = { namespace, path: '/popups/{id:\\d+}/stats', permission: mayEdit };

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;

export const statisticsMessages = { day: '{name} is not a day of the form YYYY-MM-DD.' } as const;

const day = (description: string) =>
  text({
    description,
    words: { format: 'date' },
    check: (value) => (isDay(value) ? undefined : statisticsMessages.day),
  });

const span = {
  from: day('The first day of the daily counts.'),
  to: day('The last day of the daily counts.'),
};

type CountedMisc = Misc & StatisticsPorts;

/** Routes of popup statistics (docs/interface/popup.md §5). */
export const statisticsRoutes = (misc: CountedMisc): Route[] => [readRoute(misc), resetRoute(misc)];

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the requested days; by default the last thirty on the site's clocks. */
const spanOf = (
  { settings, now }: Misc,
  { from, to }: Span,
): Required<{ readonly from: string; readonly to: string }> => {
  const today = toWallClock(now().getTime(), settings.current().timezone);
  const first = addSeconds(`${(to ?? today).slice(0, 10)} 00:00:00`, -(DAYS - 1) * DAY_S).slice(0, 10);
  return { from: from ?? first, to: to ?? '9999-12-31' };
};

const instantOf = (at: string | null): string | null => (at === null ? null : instantText(Date.parse(at)));

const viewOf = (misc: Misc, id: number, counted: PopupCounts, asked: Span = {}): z.infer<typeof statisticsAnswer> => {
  const { opens, conversions, orphans, dropped, last_open, last_conversion, days } = counted;
  const { from, to } = spanOf(misc, asked);
  return {
    id,
    opens,
    conversions,
    orphans,
    dropped,
    conversion_rate: opens === 0 ? null : Math.min((conversions - orphans) / opens, 1),
    last_open: instantOf(last_open),
    last_conversion: instantOf(last_conversion),
    days: days.filter(({ date }) => from <= date && date <= to),
  };
};

const readRoute = (misc: CountedMisc): Route =>
  route({
    ...shared,
    methods: ['GET'],
    summary: 'Returns the openings and conversions of a popup.',
    args: { id: idArg, ...span },
    answers: { 200: statisticsAnswer, 404: ['popup_not_found'] },
    handle: async ({ captures, args }) => {
      const { id } = await popupOf(misc, Number(captures.id));
      const [counted] = await countedOf(misc, [id]);
      return { body: counted && viewOf(misc, id, counted, args) };
    },
  });

const resetRoute = (misc: CountedMisc): Route =>
  route({
    ...shared,
    methods: ['DELETE'],
    summary: 'Counts a popup from 0 again.',
    args: { id: idArg },
    answers: {
      200: z.strictObject({ deleted: z.literal(true), previous: statisticsAnswer }),
      404: ['popup_not_found'],
    },
    handle: async ({ captures, commands, context, ifMatch }) => {
      const { id } = await popupOf(misc, Number(captures.id));
      const { result } = await commands.run(
        context,
        async (unit) => {
          await unit.expectVersion(popupDecider, id, ifMatch);
          return resetStatistics(unit, misc.documents, id);
        },
        { mutexKeys: [streamOf(statisticsDecider, id)] },
      );
      const dropped = result.dropped + (await misc.droppedVisits.reset(id));
      return { body: { deleted: true, previous: viewOf(misc, id, { ...result, dropped }) } };
    },
  });
