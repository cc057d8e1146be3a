import { type RestRequest, type RestResponse, type Route, rawValue, route } from '@almanac/rest';
import { settingsAnswer } from '../answers.ts';
import type { Group } from '../groups/group.ts';
import { allGroups, MODULE_NAMES } from '../groups/groupLists.ts';
import {
  currentOptions,
  OPTIONS_STREAM,
  type Options,
  optionsDecider,
  SITE,
  storedOptions,
} from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { optionChanges, watchedTypes } from './changeSettings.ts';
import { optionReaders } from './sentOptions.ts';
import { keepToken, tokenOf } from './token.ts';

const shared = { namespace, path: '/setting', permission: mayManage, answers: { 200: settingsAnswer } };

/** The schema version of the records that clients expect. */
export const SCHEMA = '4.2';
const MAX_TOKEN_LENGTH = 100;

const APACHE = 2;

/** Returns the routes of the settings (docs/interface/redirection.md §8). */
export const settingRoutes = (redirection: Redirection): Route[] => [readRoute(redirection), changeRoute(redirection)];

const readRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    methods: ['GET'],
    summary: 'Reads the settings of redirection.',
    args: {},
    handle: (request) => answer(redirection, request),
  });

/** `optionReaders` read the values leniently, so the arguments only declare the names. */
const args = Object.fromEntries([...Object.keys(optionReaders), 'token'].map((name) => [name, rawValue()]));

const changeRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    methods: WRITE_METHODS,
    summary: 'Changes the settings of redirection.',
    args,
    handle: async (request) => {
      await change(redirection, request);
      return answer(redirection, request);
    },
    recover: (request) => answer(redirection, request),
  });

const change = async (redirection: Redirection, { args: sent, commands, context }: RestRequest): Promise<void> => {
  const groups = await allGroups(redirection.documents);
  const now = Math.floor(redirection.now().getTime() / 1_000);
  await commands.run(
    context,
    async (unit) => {
      const { options } = await unit.load(optionsDecider, SITE);
      const before = { ...(await currentOptions(redirection.documents)), ...options };
      const changes = optionChanges(sent, before, { groups, now });
      return unit.decide(optionsDecider, SITE, { type: 'ChangeOptions', changes }, undefined);
    },
    { mutexKeys: [OPTIONS_STREAM] },
  );
  if (typeof sent.token === 'string')
    await keepToken(redirection.entries, sent.token.trim().slice(0, MAX_TOKEN_LENGTH));
};

const answer = async (
  { documents, entries, texts }: Redirection,
  { site, language }: Pick<RestRequest, 'site' | 'language'>,
): Promise<RestResponse> => {
  const [{ options }, groups, token] = await Promise.all([
    storedOptions(documents),
    allGroups(documents),
    tokenOf(entries),
  ]);
  const postTypes = Object.entries(watchedTypes).map(([type, label]) => [type, texts.text(label, language)]);
  return {
    body: {
      settings: shownOptions(options, token),
      groups: groupChoices(groups),
      installed: site,
      canDelete: true,
      post_types: Object.fromEntries(postTypes),
    },
  };
};

const shownOptions = ({ location, ...options }: Options, token: string) => ({
  ...options,
  token,
  database: SCHEMA,
  modules: location === '' ? [] : { [APACHE]: { location } },
  ...(location !== '' && { location }),
});

const groupChoices = (groups: readonly Group[]) =>
  [...Map.groupBy(groups, ({ module_id }) => module_id)].map(([module, members]) => ({
    label: MODULE_NAMES[module] ?? '',
    value: members.map(({ id, name }) => ({ label: name, value: id })),
  }));
