import { readLag } from '@almanac/contracts';
import { type Route, route } from '@almanac/rest';
import { z } from 'zod';
import type { Misc } from '../../misc.ts';
import { askEvery } from './everyService.ts';
import { mayOperate, namespace } from './rights.ts';
import { collectAnswers, noAnswer } from './unanswered.ts';

const lagSchema = z
  .strictObject({
    reader: z.string().nullable(),
    service: z.string(),
    source: z.string().nullable(),
    behind: z.int().nullable(),
    unit: z.enum(['commits', 'messages']).nullable(),
    fault: z.string().nullable(),
  })
  .meta({ id: 'Lag', description: 'For a service that does not answer, only service and fault are present.' });

/** Route that returns the lag of the readers of all services (docs/interface/ops.md §5). */
export const lagRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/lag',
    methods: ['GET'],
    summary: 'Returns the lag of subscriptions, relays, projectors and outside effects.',
    args: {},
    answers: { 200: z.array(lagSchema) },
    permission: mayOperate,
    handle: async (request) => ({
      body: collectAnswers<Parameters<typeof readersOf>[0], z.infer<typeof lagSchema>>(
        await askEvery(misc, readLag, {}),
        readersOf,
        (service) => ({
          reader: null,
          service,
          source: null,
          behind: null,
          unit: null,
          fault: noAnswer(misc, request),
        }),
      ),
    }),
  });

const readersOf = ({ readers }: ReturnType<typeof readLag.parseAnswer>, service: string) =>
  readers.map(({ reader, ...lag }) => ({ reader, service, ...lag }));
