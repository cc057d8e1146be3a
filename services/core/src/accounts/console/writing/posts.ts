import { postsView } from '../../sign-in/consoleViews.ts';
import { pictureChoices, postCategoryChoices } from './choices.ts';
import { type Field, listIn, textIn } from './form.ts';
import { pictureFields } from './newPicture.ts';
import { postRecords } from './postRecords.ts';
import { statusesFor } from './statuses.ts';
import { idsOf, moment, sentId, sentTags, sentTexts, tagText, textOf, titleText, type Writing } from './writing.ts';

const fields: Writing['fields'] = async (page, current, isAway) => {
  const { text } = page.renderContext;
  const [categories, pictures] = isAway
    ? [[], []]
    : await Promise.all([postCategoryChoices(page), pictureChoices(page)]);
  const zone = page.core.settings.current().timezone;
  const status = current === undefined ? '' : textOf(current, 'status');
  return [
    { name: 'title', label: text('Title'), control: 'line' },
    { name: 'content', label: text('Text'), control: 'lines', rows: 16, isHtml: true },
    {
      name: 'excerpt',
      label: text('Summary'),
      hint: text('A sentence or two for lists.'),
      control: 'lines',
      rows: 3,
    },
    { name: 'categories', label: text('Categories'), control: 'boxes', options: categories },
    { name: 'tags', label: text('Tags'), hint: text('Names, separated by commas.'), control: 'line' },
    ...pictureFields(page, 'featured_media', pictures),
    {
      name: 'date',
      label: text('Date, on the clocks of {zone}', { zone }),
      hint: text('Left empty, it is the moment of publishing; one that is to come publishes the post then.'),
      control: 'line',
      type: 'datetime-local',
    },
    {
      name: 'slug',
      label: text('Name in the address'),
      hint: text('Left empty, it is made of the title.'),
      control: 'line',
    },
    { name: 'status', label: text('State'), control: 'choice', options: statusesFor(page, 'post', status) },
  ] satisfies Field[];
};

const formOf: Writing['formOf'] = (written) => {
  const texts = ['content', 'excerpt', 'slug', 'status'];
  const picture = textOf(written, 'featured_media');
  return new Map<string, string | readonly string[]>([
    ...texts.map((name) => [name, textOf(written, name)] as const),
    ['title', titleText(written, 'title')],
    ['categories', idsOf(written, 'categories')],
    ['tags', tagText(written.tags)],
    ['featured_media', picture === '0' ? '' : picture],
    ['date', moment(textOf(written, 'date'))],
  ]);
};

const toSend: Writing['toSend'] = (form, changed, current) => {
  const has = (name: string) => changed.has(name);
  return {
    ...sentTexts(form, changed, ['title', 'content', 'excerpt', 'slug', 'status']),
    ...(has('categories') && { categories: listIn(form, 'categories').map(Number) }),
    ...(has('tags') && { tags: sentTags(textIn(form, 'tags'), current?.tags) }),
    ...(has('featured_media') && { featured_media: sentId(textIn(form, 'featured_media') || '0') }),
    ...(has('date') && { date: dateOf(textIn(form, 'date')) }),
  };
};

/** Returns a date with seconds, which browsers omit if they are 0; null, meaning now, for an empty field. */
const dateOf = (typed: string): string | null => (typed === '' ? null : typed.replace(/T\d\d:\d\d$/, '$&:00'));

/** The form of posts. Members that the form does not show, such as a password, stay unchanged. */
export const postWriting: Writing = {
  view: postsView,
  kind: 'post',
  element: 'post_post',
  type: 'post',
  title: 'title',
  picture: 'featured_media',
  records: postRecords,
  versions: {
    alike: [],
    first: ['categories', 'tags'],
    texts: ['title', 'content', 'excerpt'],
    kept: ['featured_media'],
  },
  texts: ({ renderContext: { text } }) => ({
    create: text('Write a post'),
    change: text('Change a post'),
    all: text('All posts'),
    none: text('There are no such posts.'),
    saved: text('The post is saved.'),
    removal: text('Nobody sees the post any more; it can be taken out of the trash again.'),
  }),
  fields,
  empty: () => new Map([['status', 'draft']]),
  formOf,
  toSend,
};
