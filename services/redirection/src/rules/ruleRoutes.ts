import {
  inSlices,
  integer,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
  type Values,
} from '@almanac/rest';
import { ruleItemAnswer, ruleListAnswer, testAnswer } from '../answers.ts';
import { bulkArgs } from '../bulkArgs.ts';
import { redirectionErrors } from '../errors.ts';
import { listArgs } from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { bulkRules, ruleActions } from './bulkRules.ts';
import { RuleWarnings } from './chains.ts';
import { changeRule } from './changeRule.ts';
import { addRules } from './createRules.ts';
import { type Rule, ruleDecider } from './rule.ts';
import { ruleFilters, ruleList, ruleOrders, viewsOf } from './ruleLists.ts';
import { ruleArgs } from './sentRule.ts';

const shared = { namespace, permission: mayManage };

const listOf = ({ now }: Redirection) => listArgs(ruleOrders, ruleFilters(now));

type ListRequest = RestRequest<Values<ReturnType<typeof listOf>>>;

/**
 * Returns the routes of redirects, in the order in which the index names their methods (docs/interface/redirection.md
 * §4).
 */
export const ruleRoutes = (redirection: Redirection): Route[] => [
  listRoute(redirection),
  createRoute(redirection),
  changeRoute(redirection),
  bulkRoute(redirection),
  testRoute(redirection),
];

const listed = async (
  redirection: Redirection,
  { args, language }: ListRequest,
  warnings: readonly object[] = [],
): Promise<RestResponse> => ({
  body: { ...(await ruleList(redirection, args, language)), ...(warnings.length > 0 && { warnings }) },
});

const listRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/redirect',
    methods: ['GET'],
    summary: 'Lists redirects.',
    args: listOf(redirection),
    answers: { 200: ruleListAnswer },
    handle: (request) => listed(redirection, request),
  });

const createRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/redirect',
    methods: WRITE_METHODS,
    summary: 'Creates redirects, one for each address.',
    args: { ...listOf(redirection), ...ruleArgs },
    answers: { 200: ruleListAnswer, 400: ['redirect', 'redirect_create_failed'] },
    handle: async (request) => {
      const made = await addRules(redirection, request);
      return listed(redirection, request, await warn(redirection, request, made));
    },
    recover: (request) => listed(redirection, request),
  });

const changeRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/redirect/{id:\\d+}',
    methods: WRITE_METHODS,
    summary: 'Changes a redirect.',
    args: { id: integer({ inPath: true, description: 'The id of the redirect.' }), ...ruleArgs },
    answers: { 200: ruleItemAnswer, 400: ['redirect', 'redirect_create_failed', 'redirect_update_failed'] },
    handle: async (request) => {
      const rule = await changeRule(redirection, request);
      const warnings = await warn(redirection, request, [rule]);
      return answer(redirection, request, rule, warnings);
    },
    recover: async (request) => {
      const rule = await storedRule(request, request.args.id);
      return answer(redirection, request, rule, []);
    },
  });

const storedRule = async ({ commands, context }: RestRequest<unknown>, id: number): Promise<Rule> => {
  const { result } = await commands.run(context, (unit) => unit.load(ruleDecider, id));
  if (result.deleted || result.version === 0) throw redirectionErrors.unknownRule();
  return result;
};

const answer = async (
  redirection: Redirection,
  { language }: Pick<RestRequest, 'language'>,
  rule: Rule,
  warnings: readonly object[],
): Promise<RestResponse> => {
  const [item] = await viewsOf(redirection, [rule], language);
  return { body: { item, ...(warnings.length > 0 && { warnings }) } };
};

const bulkRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: `/bulk/redirect/{bulk:${ruleActions.join('|')}}`,
    methods: WRITE_METHODS,
    summary: 'Deletes, enables, disables or resets redirects.',
    args: {
      bulk: text({ inPath: true, enum: ruleActions, description: 'The action.' }),
      ...listOf(redirection),
      ...bulkArgs,
    },
    answers: { 200: ruleListAnswer, 400: ['redirect_bulk_failed'] },
    handle: async (request) => {
      await bulkRules(redirection, request, request.args);
      return listed(redirection, request);
    },
  });

/** The number of rules that are checked before other requests are answered. */
const LOOKED_AT_ONCE = 20;

const warn = async (
  redirection: Redirection,
  { site, language }: Pick<RestRequest, 'site' | 'language'>,
  saved: readonly Rule[],
): Promise<object[]> => {
  const warnings = new RuleWarnings(redirection, site);
  const found = await inSlices(saved, LOOKED_AT_ONCE, async (slice) => {
    const each = [];
    for (const rule of slice) each.push(...(await warnings.of(rule)));
    return each;
  });
  return found.flat().map(({ code, message, params }) => ({
    code,
    message: redirection.texts.text(message, language, params),
  }));
};

const MAX_TESTED_LENGTH = 2_000;

/** Returns an address without scheme and host, with a slash at its start. */
const pathOf = (url: string): string => {
  const asked = URL.canParse(url) ? URL.parse(url) : null;
  const path = asked === null ? url : `${asked.pathname}${asked.search}`;
  return path.startsWith('/') ? path : `/${path}`;
};

/** Tells which rule answers an address, without a visit (docs/interface/redirection.md §4.6). */
const testRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/redirect/test',
    methods: ['GET'],
    summary: 'Finds the rule that answers an address.',
    args: {
      url: text({
        required: true,
        maxLength: MAX_TESTED_LENGTH,
        description: 'The address to test: a path, or whole.',
      }),
    },
    answers: { 200: testAnswer },
    handle: async ({ args, site }) => {
      const outcome = await new RuleWarnings(redirection, site).outcomeAt(pathOf(args.url));
      return {
        body: {
          outcome: outcome.kind,
          rule: 'rule' in outcome ? outcome.rule : null,
          code: 'code' in outcome ? outcome.code : null,
          location: 'location' in outcome ? outcome.location : null,
        },
      };
    },
  });
