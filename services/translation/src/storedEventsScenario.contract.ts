import { ACCOUNT, type AccountCommand, accountDecider } from './account/siteAccount.ts';
import { everyEventOfJobs } from './jobs/storedEvents.contract.ts';
import { stringDecider } from './strings/siteString.ts';
import type { TestService } from './testing.contract.ts';

/** Causes every type of event of translation, at least once with all possible members. */
export const causeAllTranslationEvents = async (served: TestService): Promise<void> => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await served.ask(method, `/i18n/tm/v1${path}`, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await ask('POST', '/translators', { user_id: 3, language_pairs: { en: ['fr-ca', 'es-us'] }, manager: true });
  await ask('POST', '/translators/3', { language_pairs: { en: ['fr-ca'] }, manager: false });
  await ask('DELETE', '/translators/3');
  await strings(served);
  await account(served);
  await everyEventOfJobs(served);
  await customXml(served);
};

const customXml = async ({ ask }: TestService): Promise<void> => {
  const content = [
    '<i18n-config><custom-types><custom-type translate="1">cal_venue</custom-type></custom-types>',
    '<custom-fields><custom-field action="copy">_VenueCity</custom-field></custom-fields></i18n-config>',
  ].join('');
  const { status } = await ask('POST', '/i18n/v1/custom-xml-config', { body: { content } });
  if (status !== 200) throw new Error(`the configuration was refused: ${status}`);
};

/**
 * Causes every event of the account: the site registers, runs at another address, moves, is copied, and registers
 * again.
 */
const account = async ({ translation }: TestService): Promise<void> => {
  const site = '5f0c4cdb-9a52-4f4a-9a30-d5a8c4f3a1b2';
  const commands: readonly AccountCommand[] = [
    { type: 'RegisterSite', site, user: 5, url: 'https://site.test' },
    { type: 'DetectClone', url: 'https://new.test' },
    { type: 'ResolveClone', as: 'moved', url: 'https://new.test' },
    { type: 'ResolveClone', as: 'copy', url: 'https://copy.test' },
    { type: 'RegisterSite', site, user: 5, url: 'https://copy.test' },
  ];
  for (const command of commands)
    await translation.commands.run(context, (unit) => unit.decide(accountDecider, ACCOUNT, command, undefined));
};

/** Makes every type of event of strings and their settings happen. */
const strings = async (served: TestService): Promise<void> => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await served.ask(method, `/i18n/st/v1${path}`, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const greeting = { domain: 'widgets', context: 'menu', name: 'greeting' };
  const { id } = await ask('POST', '/strings', { ...greeting, value: 'Hello' });
  await ask('POST', `/strings/${id}`, { translations: { 'fr-ca': 'Bonjour' } });
  await served.translation.commands.run(context, (unit) =>
    unit.decide(stringDecider, id, { type: 'KeepShipped', shipped: { 'fr-ca': 'Allo' } }, undefined),
  );
  await ask('POST', '/strings', { ...greeting, value: 'Hello again' });
  await ask('DELETE', `/strings/${id}`);
  await ask('POST', '/settings', { group: 'mo', key: 'generate_on_save', data: true });
};

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
