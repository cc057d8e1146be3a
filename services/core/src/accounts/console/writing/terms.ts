import { type ConsoleView, eventCategoriesView, postCategoriesView, postTagsView } from '../../sign-in/consoleViews.ts';
import { parentChoices } from './choices.ts';
import { type Field, textIn } from './form.ts';
import { eventCategoryRecords, termRecords } from './termRecords.ts';
import { sentId, sentTexts, textOf, type Writing, type WritingTexts, type WrittenRecords } from './writing.ts';

const TEXTS = ['name', 'slug', 'description'] as const;

/** The value for no category. */
const NONE = '0';

interface Kind {
  readonly view: ConsoleView;
  readonly kind: 'category' | 'tag';
  readonly element: Writing['element'];
  readonly records: WrittenRecords;
  /** The tree of a category; absent for tags. */
  readonly tree?: 'posts' | 'events';
  readonly texts: Writing['texts'];
}

const fieldsOf =
  ({ tree }: Kind): Writing['fields'] =>
  async (page, current, isAway) => {
    const { text } = page.renderContext;
    const above = tree === undefined || isAway ? [] : await parentChoices(page, tree, current?.id);
    const parent: Field = {
      name: 'parent',
      label: text('Below the category'),
      control: 'choice',
      options: [{ value: NONE, label: text('none') }, ...above],
    };
    return [
      { name: 'name', label: text('Name'), control: 'line' },
      ...(tree === undefined ? [] : [parent]),
      { name: 'description', label: text('Description'), control: 'lines', rows: 4 },
      {
        name: 'slug',
        label: text('Name in the address'),
        hint: text('Left empty, it is made of the name.'),
        control: 'line',
      },
    ] satisfies Field[];
  };

const termWriting = (of: Kind): Writing => ({
  view: of.view,
  kind: of.kind,
  element: of.element,
  title: 'name',
  records: of.records,
  versions: { alike: [], first: [], texts: ['name', 'description'], kept: [] },
  texts: of.texts,
  fields: fieldsOf(of),
  empty: () => new Map([['parent', NONE]]),
  formOf: (written) =>
    new Map([['parent', textOf(written, 'parent')], ...TEXTS.map((name) => [name, textOf(written, name)] as const)]),
  toSend: (form, changed) => ({
    ...sentTexts(form, changed, TEXTS),
    ...(changed.has('parent') && { parent: sentId(textIn(form, 'parent')) }),
  }),
});

/** The form of categories of posts. */
export const postCategoryWriting: Writing = termWriting({
  view: postCategoriesView,
  kind: 'category',
  element: 'tax_category',
  records: termRecords('categories'),
  tree: 'posts',
  texts: ({ renderContext: { text } }): WritingTexts => ({
    create: text('Add a category'),
    change: text('Change a category'),
    all: text('All categories'),
    none: text('There are no such categories.'),
    saved: text('The category is saved.'),
    removal: text(
      'Its posts stay; those without another category get the default one, and categories below it move up. This cannot be undone.',
    ),
  }),
});

/** The form of categories of events. */
export const eventCategoryWriting: Writing = termWriting({
  view: eventCategoriesView,
  kind: 'category',
  element: 'tax_cal_events_cat',
  records: eventCategoryRecords,
  tree: 'events',
  texts: ({ renderContext: { text } }): WritingTexts => ({
    create: text('Add a category'),
    change: text('Change a category'),
    all: text('All categories'),
    none: text('There are no such categories.'),
    saved: text('The category is saved.'),
    removal: text('Its events stay, without it, and categories below it move up. This cannot be undone.'),
  }),
});

/** The form of tags of posts and events. */
export const postTagWriting: Writing = termWriting({
  view: postTagsView,
  kind: 'tag',
  element: 'tax_post_tag',
  records: termRecords('tags'),
  texts: ({ renderContext: { text } }): WritingTexts => ({
    create: text('Add a tag'),
    change: text('Change a tag'),
    all: text('All tags'),
    none: text('There are no such tags.'),
    saved: text('The tag is saved.'),
    removal: text('Posts and events stay, without it. This cannot be undone.'),
  }),
});
