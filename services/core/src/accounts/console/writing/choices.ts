import { listCategoriesOfCalendar, listPicturesOfCore, listWrittenOfCalendar } from '@almanac/contracts';
import { plain } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import type { Option } from './form.ts';

/** Answers that are asked for at most: a form offers no more than they hold. */
const ANSWERS = 10;

interface Answered {
  readonly options: readonly Option[];
  readonly total: number;
}

/** Everything of a list, answer by answer. */
const allOf = async (answer: (number: number) => Promise<Answered>): Promise<Option[]> => {
  const found: Option[] = [];
  for (let number = 1; number <= ANSWERS; number++) {
    const { options, total } = await answer(number);
    found.push(...options);
    if (options.length === 0 || found.length >= total) break;
  }
  return found;
};

const byLabel = (one: Option, other: Option): number => one.label.localeCompare(other.label);

/** Venues or organizers in the language of the page, by name. */
export const linkedChoices = async (page: SignedIn, kind: 'venue' | 'organizer'): Promise<Option[]> => {
  const found = await allOf(async (number) => {
    const send = { kind, mine: false, page: number, per_page: 100 };
    const { body } = await askAs(page, listWrittenOfCalendar, { send });
    const options = (body?.records ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
    return { options, total: body?.total ?? 0 };
  });
  return found.toSorted(byLabel);
};

/** The categories of events in the language of the page. */
export const categoryChoices = (page: SignedIn): Promise<Option[]> =>
  allOf(async (number) => {
    const { body } = await askAs(page, listCategoriesOfCalendar, {
      send: { page: number, per_page: 50, hide_empty: false },
    });
    const options = (body?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    return { options, total: body?.total ?? 0 };
  });

/** Pictures that are offered, the newest. */
const PICTURES = 100;

/** The newest pictures, each with the text that stands for it where it cannot be seen. */
export const pictureChoices = async (page: SignedIn): Promise<Option[]> => {
  const { text } = page.renderContext;
  const { body } = await askAs(page, listPicturesOfCore, { send: { media_type: 'image', per_page: PICTURES } });
  return (body ?? []).map(({ id, title, alt_text }) => ({
    value: String(id),
    label: `${plain(title.rendered)} – ${alt_text === '' ? text('without alternative text') : alt_text}`,
  }));
};
