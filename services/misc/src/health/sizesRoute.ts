import { measureService } from '@almanac/contracts';
import { mayManageSite } from '@almanac/identity';
import { type Route, route } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { z } from 'zod';
import type { Misc } from '../misc.ts';
import { askEvery } from '../ops/maintenance/everyService.ts';
import { CHECK_TIMEOUT_MS } from './within.ts';

const size = z.strictObject({ size: z.string(), raw: z.int(), debug: z.string() }).meta({ id: 'DirectorySize' });

/** Route that measures the disk usage of the site (docs/interface/health.md §5). */
export const sizesRoute = (misc: Misc): Route =>
  route({
    namespace: 'health/v1',
    path: '/directory-sizes',
    methods: ['GET'],
    summary: 'Returns the disk space that the site uses.',
    args: {},
    answers: {
      200: z
        .strictObject({ raw: z.int(), uploads_size: size.optional(), database_size: size, total_size: size })
        .meta({ id: 'DirectorySizes' }),
      503: ['rest_service_unavailable'],
    },
    permission: mayManageSite,
    handle: async () => {
      const all = (await askEvery(misc, measureService, {}, { timeout: CHECK_TIMEOUT_MS })).map(
        ({ service, answer }) => {
          if (answer === undefined) throw new ServiceUnavailableError(service);
          return { service, ...answer };
        },
      );
      const sizeOf = (what: (each: (typeof all)[number]) => number) => {
        const raw = all.reduce((sum, each) => sum + what(each), 0);
        const debug = all.map((each) => `${each.service}: ${what(each)}`).join(', ');
        return { size: inWords(raw), raw, debug };
      };
      const isElsewhere = all.some(({ uploads_elsewhere }) => uploads_elsewhere === true);
      const total = sizeOf(({ store, uploads }) => store + uploads);
      return {
        body: {
          raw: total.raw,
          ...(isElsewhere ? {} : { uploads_size: sizeOf(({ uploads }) => uploads) }),
          database_size: sizeOf(({ store }) => store),
          total_size: total,
        },
      };
    },
  });

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes, in steps of 1,024: `12.34 MB`. */
const inWords = (bytes: number): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1_024 ** step).toFixed(step === 0 ? 0 : 2)} ${UNITS[step]}`;
};
