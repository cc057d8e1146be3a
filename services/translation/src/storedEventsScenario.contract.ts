import type { Served } from './testing.contract.ts';

/** Makes every type of event of translation happen, at least once with all members that it can have. */
export const everyEventOfTranslation = async (served: Served): Promise<void> => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await served.ask(method, `/i18n/tm/v1${path}`, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await ask('POST', '/translators', { user_id: 3, language_pairs: { en: ['fr-ca', 'es-us'] }, manager: true });
  await ask('POST', '/translators/3', { language_pairs: { en: ['fr-ca'] }, manager: false });
  await ask('DELETE', '/translators/3');
  await claims(served);
};

/** No record needs a name for itself yet, but every service can give one. */
const claims = async ({ translation }: Served): Promise<void> => {
  const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
  await translation.commands.run(context, (unit) => unit.take('spec', 'name', 'translator-1'));
  await translation.commands.run(context, (unit) => unit.release('spec', 'name', 'translator-1'));
};
