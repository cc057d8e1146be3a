import { type Route, route, text } from '@almanac/rest';
import { configuredRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { forgetKeys } from './accountKeys.ts';
import { resolvedAnswer } from './answers.ts';
import { ACCOUNT, accountDecider, type Resolution, resolutions } from './siteAccount.ts';

/**
 * Resolves a site at another address than its registered one as copied or moved (docs/interface/translation-engine.md
 * §5).
 */
export const cloneRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ams/clone',
    methods: ['POST'],
    summary: 'Declares a site at another address as a copy or as moved.',
    args: {
      as: text({
        required: true,
        enum: resolutions,
        description: 'A copy is a site of its own, which is not registered yet; one that has moved stays registered.',
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).administers,
    answers: {
      200: resolvedAnswer,
      409: ['i18n_site_not_registered', 'i18n_site_not_cloned'],
      503: ['i18n_remote_unavailable'],
    },
    handle: async (request) => {
      configuredRemote(translation);
      const { as } = request.args;
      const command = { type: 'ResolveClone', as, url: translation.publicUrl } as const;
      await request.commands.run(request.context, (unit) => unit.decide(accountDecider, ACCOUNT, command, undefined));
      if (as === 'copy') await forgetKeys(translation);
      return { body: resolved(translation, as) };
    },
    recover: async ({ args: { as } }) => ({ body: resolved(translation, as) }),
  });

const resolved = ({ publicUrl = '' }: Translation, as: Resolution) => ({
  as,
  registered: as === 'moved',
  url: publicUrl,
});
