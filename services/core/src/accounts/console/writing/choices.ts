import {
  listCategoriesOfCalendar,
  listCategoriesOfCore,
  listMediaOfCore,
  listTermsOfCore,
  listWrittenOfCalendar,
} from '@almanac/contracts';
import { plain } from '@almanac/pages';
import { plainTitle } from '@almanac/text';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs, totalOf } from '../askAs.ts';
import type { Option } from './form.ts';

/** Maximum number of requested pages of a list: a form offers no more choices than they contain. */
const ANSWERS = 10;

interface Answered<Found> {
  readonly options: readonly Found[];
  readonly total: number;
}

/** Reads a whole list, page by page. */
const allOf = async <Found>(answer: (number: number) => Promise<Answered<Found>>): Promise<Found[]> => {
  const found: Found[] = [];
  for (let number = 1; number <= ANSWERS; number++) {
    const { options, total } = await answer(number);
    found.push(...options);
    if (options.length === 0 || found.length >= total) break;
  }
  return found;
};

const byLabel = (one: Option, other: Option): number => one.label.localeCompare(other.label);

/** Returns venues or organizers in the language of the page, by name. */
export const linkedChoices = async (page: SignedIn, kind: 'venue' | 'organizer'): Promise<Option[]> => {
  const found = await allOf(async (number) => {
    const send = { kind, mine: false, page: number, per_page: 100 };
    const { body } = await askAs(page, listWrittenOfCalendar, { send });
    const options = (body?.records ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
    return { options, total: body?.total ?? 0 };
  });
  return found.toSorted(byLabel);
};

const eventCategories = (page: SignedIn) =>
  allOf(async (number) => {
    const send = { page: number, per_page: 50, hide_empty: false } as const;
    const { body } = await askAs(page, listCategoriesOfCalendar, { send });
    return { options: body?.categories ?? [], total: body?.total ?? 0 };
  });

/** Returns the categories of events in the language of the page. */
export const categoryChoices = async (page: SignedIn): Promise<Option[]> =>
  (await eventCategories(page)).map(({ id, name }) => ({ value: String(id), label: plainTitle(name) }));

/** Returns the categories of posts in the language of the page. */
export const postCategoryChoices = (page: SignedIn): Promise<Option[]> =>
  allOf(async (number) => {
    const said = await askAs(page, listCategoriesOfCore, { send: { page: number, per_page: 100 } });
    const options = (said.body ?? []).map(({ id, name }) => ({ value: String(id), label: plainTitle(name) }));
    return { options, total: totalOf(said) };
  });

const postCategories = (page: SignedIn) =>
  allOf(async (number) => {
    const send = { context: 'edit', page: number, per_page: 100 } as const;
    const said = await askAs(page, listTermsOfCore, { at: { taxonomy: 'categories' }, send });
    return { options: said.body ?? [], total: totalOf(said) };
  });

/** Returns the possible parents of a category, with their own parents: `News › Local`. */
export const parentChoices = async (
  page: SignedIn,
  of: 'posts' | 'events',
  below: number | undefined,
): Promise<Option[]> => {
  const all = await (of === 'posts' ? postCategories(page) : eventCategories(page));
  const known = new Map(all.map((category) => [category.id, category]));
  const pathOf = (id: number, path: readonly number[] = []): readonly number[] => {
    const category = known.get(id);
    return category === undefined || path.includes(id) ? path : pathOf(category.parent, [id, ...path]);
  };
  return all
    .map(({ id }) => pathOf(id))
    .filter((path) => below === undefined || !path.includes(below))
    .map((path) => ({
      value: String(path.at(-1)),
      label: path.map((id) => plainTitle(known.get(id)?.name ?? '')).join(' › '),
    }))
    .toSorted(byLabel);
};

/** Number of pictures that a form offers: the newest ones. */
const PICTURES = 100;

/** Returns the newest pictures, each with its alternative text. */
export const pictureChoices = async (page: SignedIn): Promise<Option[]> => {
  const { text } = page.renderContext;
  const { body } = await askAs(page, listMediaOfCore, { send: { media_type: 'image', per_page: PICTURES } });
  return (body ?? []).map(({ id, title, alt_text }) => ({
    value: String(id),
    label: `${plain(title.rendered)} – ${alt_text === '' ? text('without alternative text') : alt_text}`,
  }));
};
