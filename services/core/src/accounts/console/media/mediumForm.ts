import { listPostsOfCore, type readMediumOfCore, readPostOfCore } from '@almanac/contracts';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { type Field, type Form, NOTHING, type Option, textIn } from '../writing/form.ts';
import { typedTitle } from '../writing/writing.ts';
import { isPicture } from './mediaTexts.ts';

/** A picture or file as it is stored. */
export type StoredMedium = ReturnType<typeof readMediumOfCore.parseAnswer>;

/** Number of posts that a medium can be attached to: those that were changed last. */
const POSTS = 100;

const labelOf = ({ renderContext: { text } }: SignedIn, title: string): string =>
  title === '' ? text('(without title)') : title;

/** Returns the option for the record that a medium is attached to, by its title if the user can read the record. */
const attachedTo = async (page: SignedIn, id: number): Promise<Option> => {
  const { body } = await askAs(page, readPostOfCore, { at: { id }, send: { context: 'edit' } });
  return { value: String(id), label: body === undefined ? String(id) : labelOf(page, typedTitle(body.title.raw)) };
};

const postChoices = async (page: SignedIn, current: number | null): Promise<Option[]> => {
  const send = { context: 'edit', status: 'any', orderby: 'modified', page: 1, per_page: POSTS } as const;
  const { body } = await askAs(page, listPostsOfCore, { send });
  const found = (body ?? []).map(({ id, title }) => ({
    value: String(id),
    label: labelOf(page, typedTitle(title.raw)),
  }));
  const isOffered = current === null || found.some(({ value }) => value === String(current));
  const none = { value: '0', label: page.renderContext.text('nothing') };
  return [none, ...(isOffered ? [] : [await attachedTo(page, current)]), ...found];
};

/** Returns the fields of a picture or file. */
export const mediumFields = async (page: SignedIn, medium: StoredMedium): Promise<Field[]> => {
  const { text } = page.renderContext;
  return [
    ...(isPicture(medium)
      ? [
          {
            name: 'alt_text',
            label: text('Alternative text'),
            hint: text('What the picture shows, for who cannot see it.'),
            control: 'lines',
            rows: 2,
          } as const,
        ]
      : []),
    { name: 'title', label: text('Title'), control: 'line' },
    {
      name: 'caption',
      label: text('Caption'),
      hint: text('Shown with it in posts.'),
      control: 'lines',
      rows: 2,
    },
    { name: 'description', label: text('Description'), control: 'lines', rows: 4 },
    {
      name: 'post',
      label: text('Attached to'),
      control: 'choice',
      options: await postChoices(page, medium.post),
    },
    {
      name: 'status',
      label: text('Who may see it'),
      control: 'choice',
      options: [
        { value: 'inherit', label: text('everybody who may see what it is attached to') },
        { value: 'private', label: text('its author and editors alone') },
      ],
    },
  ];
};

export const mediumForm = (medium: StoredMedium | undefined): Form =>
  medium === undefined
    ? NOTHING
    : new Map([
        ['alt_text', medium.alt_text],
        ['title', typedTitle(medium.title.raw)],
        ['caption', medium.caption.raw],
        ['description', medium.description.raw],
        ['post', String(medium.post ?? 0)],
        ['status', medium.status],
      ]);

/** Returns the members to send for the changed fields. */
export const changesOf = (form: Form, changed: readonly Field[]): Readonly<Record<string, string>> =>
  Object.fromEntries(changed.map(({ name }) => [name, textIn(form, name)]));
