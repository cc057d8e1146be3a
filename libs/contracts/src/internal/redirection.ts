import { z } from 'zod';
import { id, instant } from '../facts.ts';
import { versionedGroup, versionedOptions, versionedRule } from '../redirection.ts';
import { contractsAskedBy, nothing } from './internalContract.ts';

const internalContract = contractsAskedBy('gateway');

/** The most rules of one part of the snapshot. */
export const RULES_PER_PART = 500;

const redirectSnapshot = z.object({
  rules: z.array(versionedRule).meta({ description: 'With the next higher ids, disabled ones included.' }),
  next: z.int().nonnegative().nullable().meta({ description: 'What to ask after for the next part; null at the end.' }),
  groups: z.array(versionedGroup).meta({ description: 'All of them, with each part.' }),
  settings: versionedOptions,
});
export type RedirectSnapshot = z.infer<typeof redirectSnapshot>;

export const readRedirects = internalContract('redirection.read-redirects', {
  method: 'GET',
  path: '/internal/redirects/snapshot?after={id}',
  description: 'Reads the redirects for a gateway.',
  request: nothing,
  answer: redirectSnapshot,
});

export const findRandomPost = internalContract('redirection.find-random-post', {
  method: 'GET',
  path: '/internal/redirects/random-post',
  description: 'Finds some published post that no password protects.',
  request: nothing,
  answer: z.object({ path: z.string().nullable().meta({ description: 'Null where there is none.' }) }),
});

/** Posts as addresses of the past name them, the likelier first. */
const namedPosts = z.object({
  posts: z
    .array(z.object({ id: id.optional(), slug: z.string().min(1).max(2_000).optional() }))
    .min(1)
    .max(10)
    .meta({ description: 'By their ids, their slugs, or both.' }),
  under: z.string().max(20).meta({ description: 'What the addresses of its language begin with, such as `/fr-ca`.' }),
});

export const findNamedPost = internalContract('redirection.find-named-post', {
  method: 'POST',
  path: '/internal/redirects/named-post',
  description: 'Finds where a published post is now that an address of the past names.',
  request: namedPosts,
  answer: z.object({ path: z.string().nullable().meta({ description: 'Null where there is none.' }) }),
});

/** The most records and the most counts of one batch. */
export const VISITS_PER_BATCH = 1_000;

/** One visit for the log of redirects or of 404s; texts are cut, and the address is as the settings allow it. */
const visitRecord = z.object({
  at: instant,
  /** 0: no rule did it, as with every 404. */
  rule: z.int().nonnegative(),
  /** Who redirected: `redirection`, or `core` for the site itself; empty for a 404. */
  by: z.enum(['redirection', 'core', '']),
  /** Path and query, decoded. */
  url: z.string().max(2_000),
  /** Scheme and host. */
  domain: z.string().max(255),
  /** Empty where the settings keep none. */
  ip: z.string().max(45),
  agent: z.string().max(255).nullable(),
  referrer: z.string().max(255).nullable(),
  /** In upper case; empty for one that is not known. */
  method: z.string().max(10),
  code: z.int().nonnegative(),
  /** Where the visit was sent; empty for none. */
  target: z.string().max(2_000),
  /** Where the settings ask for them. */
  headers: z.record(z.string(), z.string()).optional(),
});
export type VisitRecord = z.infer<typeof visitRecord>;

/** What happened at one gateway since its last batch. A batch may arrive twice; its id is the same then. */
const visitBatch = z.object({
  batch: z.uuid(),
  counts: z
    .array(z.object({ rule: id, hits: z.int().positive(), last: instant }))
    .max(VISITS_PER_BATCH)
    .meta({ description: 'Visits of rules; each rule once.' }),
  records: z.array(visitRecord).max(VISITS_PER_BATCH).meta({ description: 'What the logs of visits are to show.' }),
  lost: z.int().nonnegative().meta({ description: 'Records that were thrown away since too many waited.' }),
});
export type VisitBatch = z.infer<typeof visitBatch>;

export const takeVisits = internalContract('redirection.take-visits', {
  method: 'POST',
  path: '/internal/redirects/visits',
  description: 'Takes what happened at a gateway.',
  request: visitBatch,
  answer: z.object({}),
});

export const redirectionInternals = [readRedirects, findRandomPost, findNamedPost, takeVisits] as const;
