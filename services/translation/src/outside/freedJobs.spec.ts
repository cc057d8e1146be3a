import { withoutDocuments } from '../testing.contract.ts';
import { translatorDecider } from '../translators/translator.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
const LEAVING = 4;

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

const add = () => site.ask('POST', '/translators', { body: { user_id: LEAVING, language_pairs: { en: ['fr-ca'] } } });
const assigned = async (): Promise<number> => {
  const elements = [{ type: 'post_post', id: 7 }];
  const body = { elements, target_languages: ['fr-ca'], channel: 'local', translator_id: LEAVING };
  return (await site.ask('POST', '/batches', { body })).body.jobs[0].id;
};
/** Removes the translator as the route does, but ends before the jobs are unassigned. */
const removeAlone = ({ commands } = site.served.translation) =>
  commands.run(context, (unit) =>
    unit.decide(translatorDecider, LEAVING, { type: 'RemoveTranslator' }, { administers: true }),
  );
const translatorOf = async (job: number) => (await site.job(job)).revision?.translator;

describe('the jobs of a translator whose removal was cut off', () => {
  it('are free all the same', async () => {
    await add();
    const job = await assigned();
    await removeAlone();
    expect(await translatorOf(job)).toBe(LEAVING);
    await site.doEffects();
    expect(await translatorOf(job)).toBe(0);
  });

  it('are free before the documents show the removal', async () => {
    await add();
    const job = await assigned();
    await removeAlone(withoutDocuments(site.served.translation));
    await site.doEffects();
    expect(await translatorOf(job)).toBe(0);
  });

  it('stay with a user who has become a translator again', async () => {
    await add();
    const job = await assigned();
    await removeAlone();
    await add();
    await site.doEffects();
    expect(await translatorOf(job)).toBe(LEAVING);
  });
});
