import { z } from 'zod';
import { id, instant } from '../facts.ts';
import { versionedGroup, versionedOptions, versionedRule } from '../redirection.ts';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('gateway');

/** Maximum number of rules in one part of the snapshot. */
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
  request: noMembers,
  answer: redirectSnapshot,
});

export const findRandomPost = internalContract('redirection.find-random-post', {
  method: 'GET',
  path: '/internal/redirects/random-post',
  description: 'Finds some published post that no password protects.',
  request: noMembers,
  answer: z.object({ path: z.string().nullable().meta({ description: 'Null where there is none.' }) }),
});

/** Posts that an old address may name, the likeliest first. */
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

/** Maximum number of records, and of counts, in one batch. */
export const VISITS_PER_BATCH = 1_000;

/** A visit for the log of redirects or of 404s; texts are truncated, and the IP address follows the settings. */
const visitRecord = z.object({
  at: instant,
  /** The rule that matched; 0 for none, as with every 404. */
  rule: z.int().nonnegative(),
  /** The redirecting service: `redirection`, or `core` for the site itself; empty for a 404. */
  by: z.enum(['redirection', 'core', '']),
  /** Path and query, decoded. */
  url: z.string().max(2_000),
  /** Scheme and host. */
  domain: z.string().max(255),
  /** The visitor's IP address; empty if the settings store none. */
  ip: z.string().max(45),
  agent: z.string().max(255).nullable(),
  referrer: z.string().max(255).nullable(),
  /** In upper case; empty for an unknown method. */
  method: z.string().max(10),
  code: z.int().nonnegative(),
  /** The address to which the visit was redirected; empty for none. */
  target: z.string().max(2_000),
  /** Present if the settings store them. */
  headers: z.record(z.string(), z.string()).optional(),
});
export type VisitRecord = z.infer<typeof visitRecord>;

/** The visits at one gateway since its last batch. A batch that arrives twice has the same id. */
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
