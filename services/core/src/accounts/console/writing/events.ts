import { changeEventOfCalendar, createEventOfCalendar, trashEventOfCalendar } from '@almanac/contracts';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { eventsView } from '../../sign-in/consoleViews.ts';
import { calendarRecords } from './calendarRecords.ts';
import { categoryChoices, linkedChoices, pictureChoices } from './choices.ts';
import { type Field, type Form, listIn, type Option, SET, textIn } from './form.ts';
import { pictureFields } from './newPicture.ts';
import { statusesFor } from './statuses.ts';
import {
  idsOf,
  moment,
  sentId,
  sentTags,
  sentTexts,
  tagText,
  textOf,
  titleText,
  type Writing,
  type Written,
} from './writing.ts';

const ZONES: readonly Option[] = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

/**
 * Returns the options for an event's venue. Several venues, which other clients may have set, are one option, so that
 * they stay.
 */
const venueOptions = (page: SignedIn, venues: readonly Option[], chosen: string): Option[] => {
  const none = { value: '', label: page.renderContext.text('none') };
  if (!chosen.includes(',')) return [none, ...venues];
  const labelOf = (id: string) => venues.find(({ value }) => value === id)?.label ?? id;
  return [none, { value: chosen, label: chosen.split(',').map(labelOf).join(', ') }, ...venues];
};

const whenFields = ({ core, renderContext: { text } }: SignedIn): Field[] => [
  { name: 'start_date', label: text('Start'), control: 'line', type: 'datetime-local' },
  { name: 'end_date', label: text('End'), control: 'line', type: 'datetime-local' },
  { name: 'all_day', label: text('Lasts all day'), control: 'flag' },
  {
    name: 'timezone',
    label: text('Time zone'),
    hint: text('Start and end are on the clocks there. That of the site is {zone}.', {
      zone: core.settings.current().timezone,
    }),
    control: 'line',
    options: ZONES,
  },
];

interface Choices {
  readonly venues: readonly Option[];
  readonly organizers: readonly Option[];
  readonly categories: readonly Option[];
  readonly pictures: readonly Option[];
}

const whereFields = (page: SignedIn, { venues, organizers }: Choices, chosen: string): Field[] => {
  const { text } = page.renderContext;
  return [
    { name: 'venue', label: text('Venue'), control: 'choice', options: venueOptions(page, venues, chosen) },
    {
      name: 'venue_new',
      label: text('Or the name of a new venue'),
      hint: text('It is made with the event; its address can be added later.'),
      control: 'line',
    },
    { name: 'organizer', label: text('Organizers'), control: 'boxes', options: organizers },
    { name: 'organizer_new', label: text('And the name of a new organizer'), control: 'line' },
  ];
};

const aboutFields = (page: SignedIn, { categories, pictures }: Choices): Field[] => {
  const { text } = page.renderContext;
  return [
    ...pictureFields(page, 'image', pictures),
    { name: 'categories', label: text('Categories'), control: 'boxes', options: categories },
    { name: 'tags', label: text('Tags'), hint: text('Names, separated by commas.'), control: 'line' },
    { name: 'cost', label: text('Cost'), hint: text('Such as 20, 10–20 or “free”.'), control: 'line' },
    { name: 'website', label: text('Website'), control: 'line', type: 'url' },
    {
      name: 'excerpt',
      label: text('Summary'),
      hint: text('A sentence or two for lists.'),
      control: 'lines',
      rows: 3,
    },
    { name: 'featured', label: text('Featured'), control: 'flag' },
  ];
};

const choicesOf = async (page: SignedIn): Promise<Choices> => {
  const [venues, organizers, categories, pictures] = await Promise.all([
    linkedChoices(page, 'venue'),
    linkedChoices(page, 'organizer'),
    categoryChoices(page),
    pictureChoices(page),
  ]);
  return { venues, organizers, categories, pictures };
};

/** Adds the venues and organizers that an event already has: they may be in another language. */
const withLinked = (choices: Choices, current: Written | undefined): Choices => {
  if (current === undefined) return choices;
  const nameOf = new Map(current.linked.map(({ id, name }) => [String(id), name]));
  const named = (options: readonly Option[], member: 'venue' | 'organizer'): Option[] => {
    const offered = new Set(options.map(({ value }) => value));
    const more = idsOf(current, member).filter((id) => !offered.has(id) && nameOf.has(id));
    return [...options, ...more.map((value) => ({ value, label: nameOf.get(value) ?? value }))];
  };
  return { ...choices, venues: named(choices.venues, 'venue'), organizers: named(choices.organizers, 'organizer') };
};

const NO_CHOICES: Choices = { venues: [], organizers: [], categories: [], pictures: [] };

const fields: Writing['fields'] = async (page, current, isAway) => {
  const { text } = page.renderContext;
  const choices = isAway ? NO_CHOICES : withLinked(await choicesOf(page), current);
  const chosen = current === undefined ? '' : idsOf(current, 'venue').join(',');
  const status = current === undefined ? '' : textOf(current, 'status');
  return [
    { name: 'title', label: text('Title'), control: 'line' },
    { name: 'description', label: text('Text'), control: 'lines', rows: 12, isHtml: true },
    ...whenFields(page),
    ...whereFields(page, choices, chosen),
    ...aboutFields(page, choices),
    {
      name: 'status',
      label: text('State'),
      control: 'choice',
      options: statusesFor(page, 'cal_events', status),
    },
  ];
};

const empty = (page: SignedIn): Form =>
  new Map([
    ['timezone', page.core.settings.current().timezone],
    ['status', 'draft'],
  ]);

const formOf = (written: Written): Form => {
  const { members, tags } = written;
  const texts = ['description', 'timezone', 'website', 'excerpt', 'status'];
  return new Map<string, string | readonly string[]>([
    ...texts.map((name) => [name, textOf(written, name)] as const),
    ['title', titleText(written, 'title')],
    ['start_date', moment(textOf(written, 'start_date'))],
    ['end_date', moment(textOf(written, 'end_date'))],
    ['all_day', members.all_day === true ? SET : ''],
    ['featured', members.featured === true ? SET : ''],
    ['venue', idsOf(written, 'venue').join(',')],
    ['organizer', idsOf(written, 'organizer')],
    ['categories', idsOf(written, 'categories')],
    ['tags', tagText(tags)],
    ['cost', textOf(written, 'cost')],
    ['image', textOf(written, 'image')],
  ]);
};

const TEXTS = ['title', 'description', 'start_date', 'end_date', 'timezone', 'website', 'excerpt', 'status', 'cost'];

const toSend: Writing['toSend'] = (form, changed, current) => {
  const has = (...names: readonly string[]) => names.some((name) => changed.has(name));
  const flagged = (name: string) => has(name) && { [name]: textIn(form, name) === SET };
  return {
    ...sentTexts(form, changed, TEXTS),
    ...(has('image') && { image: sentId(textIn(form, 'image')) }),
    ...flagged('all_day'),
    ...flagged('featured'),
    ...(has('venue', 'venue_new') && { venue: venuesOf(form) }),
    ...(has('organizer', 'organizer_new') && { organizer: organizersOf(form) }),
    ...(has('categories') && { categories: listIn(form, 'categories').map(Number) }),
    ...(has('tags') && { tags: sentTags(textIn(form, 'tags'), current?.tags) }),
  };
};

const venuesOf = (form: Form): unknown[] => {
  const made = textIn(form, 'venue_new').trim();
  if (made !== '') return [{ venue: made }];
  return textIn(form, 'venue').split(',').filter(Boolean).map(Number);
};

const organizersOf = (form: Form): unknown[] => {
  const made = textIn(form, 'organizer_new').trim();
  const chosen = listIn(form, 'organizer').map(Number);
  return made === '' ? chosen : [...chosen, { organizer: made }];
};

/** The form of events. */
export const eventWriting: Writing = {
  view: eventsView,
  kind: 'event',
  element: 'post_cal_events',
  type: 'cal_events',
  title: 'title',
  picture: 'image',
  records: calendarRecords('event', {
    create: createEventOfCalendar,
    change: changeEventOfCalendar,
    trash: trashEventOfCalendar,
  }),
  versions: {
    alike: ['start_date', 'end_date', 'all_day', 'timezone', 'venue', 'venue_new', 'organizer', 'organizer_new'],
    first: ['categories', 'tags'],
    texts: ['title', 'description', 'excerpt'],
    kept: ['image', 'cost', 'website', 'featured'],
  },
  texts: ({ renderContext: { text } }) => ({
    create: text('Write an event'),
    change: text('Change an event'),
    all: text('All events'),
    none: text('There are no such events.'),
    saved: text('The event is saved.'),
    removal: text('Nobody sees the event any more; it can be taken out of the trash again.'),
  }),
  fields,
  empty,
  formOf,
  toSend,
};
