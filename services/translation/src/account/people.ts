import { readPersonOfCore } from '@almanac/contracts';
import type { Person } from '@almanac/engine/protocol';
import { askInternal } from '@almanac/service';
import type { PeopleRole } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { type Translator, translators } from '../translators/translator.ts';

const MAX_PEOPLE = 1_000;
const AT_ONCE = 20;

/**
 * Returns a user's name and email address from core; undefined for a deleted user.
 * @throws ServiceUnavailableError
 */
export const readPerson = async ({ fetchInternal }: Translation, user: number): Promise<Person | undefined> => {
  const { body } = await askInternal(fetchInternal, readPersonOfCore, { at: { id: user } });
  return body === undefined || body.email === '' ? undefined : { email: body.email, name: body.name };
};

/** Returns the people with a translator record who translate, or who manage. */
export const peopleOf = async (translation: Translation, role: PeopleRole): Promise<readonly Person[]> => {
  const records = await translation.documents.find<Translator>(translators, {
    order: [{ field: 'id', direction: 'asc' }],
    limit: MAX_PEOPLE,
  });
  const found = records.filter(({ manager, language_pairs }) =>
    role === 'managers' ? manager : Object.keys(language_pairs).length > 0,
  );
  const people: (Person | undefined)[] = [];
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const portion = found.slice(start, start + AT_ONCE);
    people.push(...(await Promise.all(portion.map(({ id }) => readPerson(translation, id)))));
  }
  return people.filter((person) => person !== undefined);
};
