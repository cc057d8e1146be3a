import { mayManageSite } from '@almanac/identity';
import { anything, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { SETTINGS_ID, stringSettingsDecider } from './stringSettings.ts';

const settingAnswer = z.strictObject({ group: z.string(), key: z.string(), data: z.unknown() });

/** `POST /settings` (docs/interface/translation-strings.md §4). */
export const stringSettingsRoutes = (): Route[] => [
  route({
    namespace: 'i18n/st/v1',
    path: '/settings',
    methods: ['POST'],
    summary: 'Changes the settings of strings.',
    args: {
      group: text({ required: true, description: 'The group of the setting.' }),
      key: text({ required: true, description: 'The setting.' }),
      data: anything({
        required: true,
        nullable: true,
        description: 'The new value; null resets it.',
        parse: (value): unknown => value,
      }),
    },
    permission: mayManageSite,
    answers: { 200: settingAnswer, 422: ['i18n_setting_invalid'] },
    handle: async (request) => {
      const { group, key, data } = request.args;
      const command = { type: 'ChangeSetting', group, key, data } as const;
      await request.commands.run(request.context, (unit) =>
        unit.decide(stringSettingsDecider, SETTINGS_ID, command, undefined),
      );
      return { body: { group, key, data } };
    },
    recover: async ({ args: { group, key, data } }) => ({ body: { group, key, data } }),
  }),
];
