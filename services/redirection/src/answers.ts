import { z } from 'zod';

/** A redirect group in an answer. */
export const groupAnswer = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    redirects: z.int().nonnegative(),
    module_id: z.int(),
    moduleName: z.string(),
    enabled: z.boolean(),
    default: z.literal(true).optional(),
  })
  .meta({ id: 'RedirectGroup' });

const flags = z.strictObject({
  flag_query: z.enum(['exact', 'exactorder', 'ignore', 'pass']),
  flag_case: z.boolean(),
  flag_trailing: z.boolean(),
  flag_regex: z.boolean(),
});

/** A redirect rule in an answer. */
const ruleAnswer = z
  .strictObject({
    id: z.int(),
    url: z.string(),
    match_url: z.string(),
    match_data: z.strictObject({
      source: flags,
      options: z.strictObject({ log_exclude: z.literal(true) }).optional(),
    }),
    action_code: z.int(),
    action_type: z.string(),
    action_data: z.record(z.string(), z.unknown()).nullable(),
    match_type: z.string(),
    title: z.string(),
    hits: z.int().nonnegative(),
    regex: z.boolean(),
    group_id: z.int(),
    position: z.int().nonnegative(),
    last_access: z.string(),
    enabled: z.boolean(),
  })
  .meta({ id: 'Redirect' });

const warnings = z.array(z.strictObject({ code: z.string(), message: z.string() })).optional();

/** Creates the schema of one page of records with the total number of matches. */
export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: z.int().nonnegative() });

/** One page of redirects; after a write, also the warnings about the saved rules. */
export const ruleListAnswer = listAnswer(ruleAnswer).extend({ warnings });

export const ruleItemAnswer = z.strictObject({ item: ruleAnswer, warnings });
export const groupItemAnswer = z.strictObject({ item: groupAnswer });

const visit = {
  id: z.int(),
  created: z.string(),
  created_time: z.string(),
  url: z.string(),
  agent: z.string().nullable(),
  referrer: z.string().nullable(),
  domain: z.string(),
  ip: z.string(),
  http_code: z.int(),
  request_method: z.string(),
  request_data: z.union([z.literal(''), z.strictObject({ headers: z.record(z.string(), z.string()) })]),
};

/** One value of a log with the number of its occurrences. */
const counted = z
  .strictObject({
    count: z.int(),
    id: z.string(),
    ip: z.string().optional(),
    url: z.string().optional(),
    agent: z.string().nullable().optional(),
  })
  .meta({ id: 'CountedVisits' });

/** A record of the redirect log, or a count of such records by value. */
export const logAnswer = z.union([
  z
    .strictObject({
      ...visit,
      sent_to: z.string(),
      redirection_id: z.int(),
      redirect_by_slug: z.string(),
      redirect_by: z.string(),
    })
    .meta({ id: 'RedirectedVisit' }),
  counted,
]);

/** A record of the 404 log, or a count of such records by value. */
export const notFoundAnswer = z.union([z.strictObject(visit).meta({ id: 'VisitNotFound' }), counted]);

const choice = z.strictObject({ label: z.string(), value: z.int() });

/** The settings of redirection and the choices for them. */
export const settingsAnswer = z
  .strictObject({
    settings: z.looseObject({ token: z.string(), monitor_post: z.int(), modules: z.unknown() }),
    groups: z.array(z.strictObject({ label: z.string(), value: z.array(choice) })),
    installed: z.string(),
    canDelete: z.boolean(),
    post_types: z.record(z.string(), z.string()),
  })
  .meta({ id: 'RedirectionSettings' });

const finding = z.strictObject({ id: z.string(), name: z.string(), message: z.string(), status: z.string() });

/** The health report on the data of redirection. */
export const pluginAnswer = z
  .strictObject({
    status: z.array(finding),
    debug: z.strictObject({
      database: z.strictObject({ current: z.string(), latest: z.string() }),
      ip_header: z.record(z.string(), z.union([z.string(), z.literal(false)])),
    }),
  })
  .meta({ id: 'RedirectionStatus' });

export const locationAnswer = z.strictObject({ location: z.string() });
export const successAnswer = z.strictObject({ success: z.literal(true) });

/** The upgrade status of the data. */
export const databaseAnswer = z
  .strictObject({
    status: z.literal('ok'),
    inProgress: z.literal(false),
    current: z.string(),
    next: z.string(),
    time: z.number(),
    complete: z.int(),
    result: z.literal('ok'),
    reason: z.string(),
    debug: z.array(z.string()),
  })
  .meta({ id: 'RedirectionDatabase' });

/** Posts that a redirect may lead to. */
export const postsAnswer = z.array(z.strictObject({ title: z.string(), value: z.string() }));

/** The result of an import: the number of redirects, and the lines that failed. */
export const importAnswer = z.strictObject({
  imported: z.int().nonnegative(),
  errors: z.array(z.strictObject({ line: z.int(), reason: z.string() })).optional(),
});

const plannedRule = z.strictObject({
  line: z.int(),
  url: z.string(),
  regex: z.boolean(),
  match_type: z.string(),
  match_data: z.looseObject({}),
  action_type: z.string(),
  action_code: z.int(),
  action_data: z.looseObject({}).nullable(),
  enabled: z.boolean(),
});

/** The result of an import of a file, or of a dry run with the redirects that it would create. */
export const fileImportAnswer = importAnswer.extend({
  unchanged: z.int().positive().optional(),
  rules: z.array(plannedRule).optional(),
});

export const importersAnswer = z.strictObject({
  importers: z.array(z.strictObject({ id: z.string(), name: z.string(), total: z.int() })),
});

export const exportAnswer = z.strictObject({ data: z.string(), total: z.int().nonnegative() });

/** The outcome of a visit to a tested address. */
export const testAnswer = z
  .strictObject({
    outcome: z.enum(['none', 'redirect', 'random', 'post', 'error', 'pass', 'nothing']),
    rule: z.int().nullable(),
    code: z.int().nullable(),
    location: z.string().nullable(),
  })
  .meta({ id: 'RedirectTest' });
