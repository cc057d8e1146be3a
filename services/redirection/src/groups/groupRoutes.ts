import { streamOf } from '@almanac/event-sourcing';
import { integer, type Route, rawValue, route, text } from '@almanac/rest';
import { cutToBytes, plainText } from '@almanac/text';
import { groupAnswer, groupItemAnswer, listAnswer } from '../answers.ts';
import { bulkArgs, idsOf } from '../bulkArgs.ts';
import { redirectionErrors } from '../errors.ts';
import { listArgs } from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { bulkGroups, groupActions } from './bulkGroups.ts';
import { type GroupFields, groupDecider } from './group.ts';
import { groupFilters, groupList, groupOrders, viewsOf } from './groupLists.ts';

const MAX_NAME_LENGTH = 50;

const list = listArgs(groupOrders, groupFilters);

const fieldArgs = {
  moduleId: integer({
    required: true,
    minimum: 0,
    maximum: 3,
    description: 'The target of the rules: 1 this site, 2 Apache, 3 Nginx.',
  }),
  name: text({ required: true, maxLength: 1_000, description: 'The name of the group.' }),
  status: rawValue({ description: 'Has no effect; a new group is enabled.' }),
};

const shared = { namespace, permission: mayManage };
const listed = { 200: listAnswer(groupAnswer) };

/** Returns the routes of groups (docs/interface/redirection.md §5). */
export const groupRoutes = (redirection: Redirection): Route[] => [
  listRoute(redirection),
  createRoute(redirection),
  changeRoute(redirection),
  bulkRoute(redirection),
];

const listRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/group',
    methods: ['GET'],
    summary: 'Lists the groups of redirects.',
    args: list,
    answers: listed,
    handle: async ({ args }) => ({ body: await groupList(redirection, args) }),
  });

const createRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/group',
    methods: WRITE_METHODS,
    summary: 'Creates a group of redirects.',
    args: { ...list, ...fieldArgs },
    answers: { ...listed, 400: ['redirect_group_invalid'] },
    handle: async (request) => {
      const { args, commands, context } = request;
      const fields = { name: storedName(args.name), module_id: args.moduleId };
      if (fields.module_id === 0 || fields.name === '') throw redirectionErrors.invalidGroup();
      const id = context.moved?.id ?? (await redirection.numbers.next('records'));
      await commands.run(context, (unit) => unit.decide(groupDecider, id, { type: 'CreateGroup', fields }, undefined));
      return { body: await groupList(redirection, args) };
    },
    recover: async ({ args }) => ({ body: await groupList(redirection, args) }),
  });

const changeRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/group/{id:\\d+}',
    methods: WRITE_METHODS,
    summary: 'Changes a group of redirects.',
    args: { id: integer({ inPath: true, description: 'The id of the group.' }), ...fieldArgs },
    answers: { 200: groupItemAnswer, 400: ['redirect_group_invalid'] },
    handle: async (request) => {
      const { args, commands, context } = request;
      const name = storedName(args.name);
      if (name === '') throw redirectionErrors.invalidGroup();
      const changes: Partial<GroupFields> = { name, ...(args.moduleId > 0 && { module_id: args.moduleId }) };
      const { result } = await commands.run(
        context,
        (unit) => unit.decide(groupDecider, args.id, { type: 'ChangeGroup', changes }, undefined),
        { mutexKeys: [streamOf(groupDecider, args.id)] },
      );
      const [item] = await viewsOf(redirection.rulesOfGroups, [result]);
      return { body: { item } };
    },
  });

const bulkRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: `/bulk/group/{bulk:${groupActions.join('|')}}`,
    methods: WRITE_METHODS,
    summary: 'Deletes, enables or disables groups of redirects.',
    args: { bulk: text({ inPath: true, enum: groupActions, description: 'The action.' }), ...list, ...bulkArgs },
    answers: listed,
    handle: async (request) => {
      const { args, given } = request;
      const chosen = given.has('items') ? idsOf(args.items ?? []) : undefined;
      await bulkGroups(redirection, request, { ...args, ids: chosen?.filter((id) => id !== undefined) });
      return { body: await groupList(redirection, args) };
    },
  });

/** Returns the name without markup, cut to 50 bytes at a character boundary. */
export const storedName = (name: string): string => cutToBytes(plainText(name), MAX_NAME_LENGTH).trim();
