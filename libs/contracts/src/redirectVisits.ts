import { z } from 'zod';
import { id, instant } from './facts.ts';
import { versionedGroup, versionedOptions, versionedRule } from './redirection.ts';

/** Where a gateway asks the redirection service for all that it must know, with `?after=ID` of a rule. */
export const REDIRECT_SNAPSHOT = '/internal/redirects/snapshot';

/** The most rules of one part of the snapshot. */
export const RULES_PER_PART = 5_000;

/**
 * One part of the snapshot: the rules with the next higher ids, at most `RULES_PER_PART`, disabled ones included, and
 * with each part all groups and the options.
 */
export const redirectSnapshot = z.object({
  rules: z.array(versionedRule),
  /** What to ask after for the next part; null with the last one. */
  next: z.int().nonnegative().nullable(),
  groups: z.array(versionedGroup),
  settings: versionedOptions,
});
export type RedirectSnapshot = z.infer<typeof redirectSnapshot>;

/** Answers `{ path }`: the path of some published post that no password protects; null where there is none. */
export const RANDOM_POST = '/internal/redirects/random-post';
export const randomPost = z.object({ path: z.string().nullable() });

/** Where gateways send, as POST, what happened at them; answered with 204. */
export const REDIRECT_VISITS = '/internal/redirects/visits';

/** The most records and the most counts of one batch. */
export const VISITS_PER_BATCH = 1_000;

/** One visit for the log of redirects or of 404s; texts are cut, and the address is as the settings allow it. */
export const visitRecord = z.object({
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
export const visitBatch = z.object({
  batch: z.uuid(),
  /** Visits of rules; each rule once. */
  counts: z.array(z.object({ rule: id, hits: z.int().positive(), last: instant })).max(VISITS_PER_BATCH),
  records: z.array(visitRecord).max(VISITS_PER_BATCH),
  /** How many records were thrown away since too many waited. */
  lost: z.int().nonnegative(),
});
export type VisitBatch = z.infer<typeof visitBatch>;
