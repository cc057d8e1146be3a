import { discardDeadLetter, listDeadLetters, replayDeadLetters } from '@almanac/contracts';
import { pagesOfRecords, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { pagedArgs, pageOf } from '../../lists.ts';
import type { Misc } from '../../misc.ts';
import { askEvery, firstOf, type ServiceAnswer } from './everyService.ts';
import { mayOperate, namespace } from './rights.ts';
import { collectAnswers, noAnswer } from './unanswered.ts';

const letterSchema = z
  .strictObject({
    service: z.string(),
    subscription: z.string().nullable(),
    source: z.string().nullable(),
    key: z.string().nullable(),
    type: z.string().nullable(),
    epoch: z.int().nullable(),
    position: z.int().nullable(),
    n: z.int().nullable(),
    at: z.string().nullable(),
    reason: z.string().nullable(),
    waiting: z.int().nullable(),
  })
  .meta({ id: 'DeadLetter', description: 'For a service that does not answer, only service and reason are present.' });

type Letter = z.infer<typeof letterSchema>;

const countSchema = z.strictObject({ count: z.int() }).meta({ id: 'DeadLetterCount' });

const nothingKnown = {
  subscription: null,
  source: null,
  key: null,
  type: null,
  epoch: null,
  position: null,
  n: null,
  at: null,
  waiting: null,
};

/** Routes that list, replay and discard dead letters (docs/interface/ops.md §4). */
export const deadLetterRoutes = (misc: Misc): Route[] => [listRoute(misc), replayRoute(misc), discardRoute(misc)];

const listRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/dead-letters',
    methods: ['GET'],
    summary: 'Lists dead letters with the number of events that wait behind each.',
    args: pagedArgs,
    answers: { 200: pagesOfRecords(letterSchema) },
    permission: mayOperate,
    handle: async (request) => {
      const said = await askEvery(misc, listDeadLetters, {});
      const all = collectAnswers<z.infer<typeof listDeadLetters.answer>, Letter>(
        said,
        ({ letters }, service) => letters.map((letter) => ({ service, ...letter })),
        (service) => ({ service, ...nothingKnown, reason: noAnswer(misc, request) }),
      );
      return pageOf(
        request,
        all.toSorted((one, other) => String(other.at).localeCompare(String(one.at))),
      );
    },
  });

const subscription = text({
  required: true,
  nonEmpty: true,
  maxLength: 200,
  description: 'The subscription, relay or effects queue that has the dead letters.',
});

const keyOptions = { nonEmpty: true, maxLength: 1_000, description: 'The key of the events. Default: all keys.' };

const shared = {
  namespace,
  methods: ['POST'],
  answers: { 202: countSchema, 404: ['ops_dead_letter_not_found'] },
  permission: mayOperate,
} as const;

const replayRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/dead-letters/replay',
    summary: 'Retries dead letters.',
    args: { subscription, key: text(keyOptions) },
    handle: async ({ args: { subscription, key } }) => {
      const sent = { subscription, ...(key !== undefined && { key }) };
      return counted(await askEvery(misc, replayDeadLetters, sent));
    },
  });

const discardRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/dead-letters/discard',
    summary: 'Discards the first dead letter of a key. Events behind it are retried.',
    args: { subscription, key: text({ ...keyOptions, required: true }) },
    handle: async ({ args }) => counted(await askEvery(misc, discardDeadLetter, args)),
  });

/** Returns the number of affected dead letters. @throws DomainError 404 if there are none */
const counted = (said: readonly ServiceAnswer<{ readonly count: number }>[]) => {
  const found = firstOf(said, ({ count }) => (count > 0 ? count : undefined));
  if (found === undefined) throw miscErrors.unknownDeadLetter();
  return { status: 202, body: { count: found.known }, committed: true } as const;
};
