import { type RedirectSnapshot, RULES_PER_PART, type VersionedGroup, type VersionedRule } from '@almanac/contracts';
import { integer, type Route, route } from '@almanac/rest';
import type { Group } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { publishedOptions, publishedVersion, storedOptions } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import { isSite } from '../rights.ts';
import { type Rule, rules } from '../rules/rule.ts';

const ruleOf = ({ deleted: _, title: __, key: ___, sortUrl: ____, target: _____, ...rule }: Rule): VersionedRule =>
  rule;

const groupOf = ({ id, version, module_id, enabled }: Group): VersionedGroup => ({ id, version, module_id, enabled });

/** Sends a gateway all rules in parts, with all groups and the options (docs/interface/redirection.md §10). */
export const snapshotRoute = ({ documents }: Redirection): Route =>
  route({
    namespace: 'internal',
    path: '/redirects/snapshot',
    methods: ['GET'],
    summary: 'Reads the redirects for a gateway.',
    hidden: true,
    args: { after: integer({ default: 0, minimum: 0, description: 'The id after which the list of rules starts.' }) },
    permission: isSite,
    handle: async ({ args }) => {
      const [part, groups, settings] = await Promise.all([
        documents.find<Rule>(rules, {
          filter: { field: 'id', after: args.after },
          order: [{ field: 'id', direction: 'asc' }],
          limit: RULES_PER_PART,
        }),
        allGroups(documents),
        storedOptions(documents),
      ]);
      const body: RedirectSnapshot = {
        rules: part.map(ruleOf),
        next: part.length < RULES_PER_PART ? null : (part.at(-1)?.id ?? null),
        groups: groups.map(groupOf),
        settings: { version: publishedVersion(settings.version), options: publishedOptions(settings.options) },
      };
      return { body };
    },
  });
