import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to misc about events of the site, its packages and its popups.

export const readFeedOfMisc = internalContract('misc.read-feed', {
  method: 'GET',
  path: '/ops/v1/events',
  description: 'Reads what services have published.',
  request: z.object({
    order: z.enum(['asc', 'desc']),
    limit: z.int().min(1).max(1_000),
    after: z.string().max(100).optional(),
    types: z.string().max(80).optional(),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      type: z.string(),
      subject: z.string(),
      time: z.string(),
      data: z.unknown(),
    }),
  ),
});

const packageStatus = z.enum(['active', 'inactive']);
const somePackage = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  status: packageStatus,
  reason: z.enum(['person', 'subscription']).nullable(),
});

export const listPackagesOfMisc = internalContract('misc.list-packages', {
  method: 'GET',
  path: '/installer/v1/packages',
  description: 'Lists the feature packages.',
  request: noMembers,
  answer: z.array(somePackage),
});

export const switchPackageOfMisc = internalContract('misc.switch-package', {
  method: 'PUT',
  path: '/installer/v1/packages/{slug}',
  description: 'Switches a feature package off or on.',
  request: z.object({ status: packageStatus }),
  answer: somePackage,
});

export const listPopupsOfMisc = internalContract('misc.list-popups', {
  method: 'GET',
  path: '/popup/v1/popups',
  description: 'Lists popups, newest first.',
  request: z.object({ page: z.int().min(1), per_page: z.int().min(1).max(100) }),
  answer: z.array(z.object({ id: z.int(), title: z.string(), status: z.string() })),
});

const figuresInAll = z.object({
  id: z.int(),
  opens: z.int(),
  conversions: z.int(),
  dropped: z.int(),
  conversion_rate: z.number().nullable(),
  last_open: z.string().nullable(),
});

const figures = figuresInAll.extend({
  days: z.array(z.object({ date: z.string(), opens: z.int(), conversions: z.int() })),
});

export const readPopupFiguresOfMisc = internalContract('misc.read-popup-figures', {
  method: 'GET',
  path: '/popup/v1/popups/{id}/stats',
  description: 'Reads what a popup brought.',
  request: noMembers,
  answer: figures,
});

export const readFiguresOfPopupsOfMisc = internalContract('misc.read-figures-of-popups', {
  method: 'POST',
  path: '/internal/popups/figures',
  description: 'Reads what several popups brought in all; one that there is no more is left out.',
  request: z.object({ ids: z.array(z.int().min(1)).max(100) }),
  answer: z.array(figuresInAll),
});

export const resetPopupFiguresOfMisc = internalContract('misc.reset-popup-figures', {
  method: 'DELETE',
  path: '/popup/v1/popups/{id}/stats',
  description: 'Counts a popup from 0 again.',
  request: noMembers,
  answer: z.object({ previous: figures }),
});

export const consoleSiteInternals = [
  readFeedOfMisc,
  listPackagesOfMisc,
  switchPackageOfMisc,
  listPopupsOfMisc,
  readPopupFiguresOfMisc,
  readFiguresOfPopupsOfMisc,
  resetPopupFiguresOfMisc,
] as const;
