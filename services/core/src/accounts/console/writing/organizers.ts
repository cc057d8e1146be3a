import { changeOrganizerOfCalendar, createOrganizerOfCalendar, trashOrganizerOfCalendar } from '@almanac/contracts';
import { organizersView } from '../../sign-in/consoleViews.ts';
import { calendarRecords } from './calendarRecords.ts';
import { pictureChoices } from './choices.ts';
import { textIn } from './form.ts';
import { pictureFields } from './newPicture.ts';
import { firstStatus, statusesFor } from './statuses.ts';
import { sentId, sentTexts, textOf, titleText, type Writing } from './writing.ts';

const TEXTS = ['description', 'phone', 'email', 'website', 'status'] as const;

const fields: Writing['fields'] = async (page, current, isAway) => {
  const { text } = page.renderContext;
  const pictures = isAway ? [] : await pictureChoices(page);
  const status = current === undefined ? '' : textOf(current, 'status');
  return [
    { name: 'organizer', label: text('Name'), control: 'line' },
    { name: 'phone', label: text('Phone'), control: 'line', type: 'tel' },
    { name: 'email', label: text('E-mail address'), control: 'line', type: 'email' },
    { name: 'website', label: text('Website'), control: 'line', type: 'url' },
    { name: 'description', label: text('Text'), control: 'lines', rows: 6, isHtml: true },
    ...pictureFields(page, 'image', pictures),
    { name: 'status', label: text('State'), control: 'choice', options: statusesFor(page, 'cal_events', status) },
  ];
};

/** The form of organizers. The right to publish events applies to them too (docs/interface/calendar.md §3). */
export const organizerWriting: Writing = {
  view: organizersView,
  kind: 'organizer',
  element: 'post_cal_organizer',
  type: 'cal_organizer',
  title: 'organizer',
  picture: 'image',
  records: calendarRecords('organizer', {
    create: createOrganizerOfCalendar,
    change: changeOrganizerOfCalendar,
    trash: trashOrganizerOfCalendar,
  }),
  versions: {
    alike: ['phone', 'email'],
    first: [],
    texts: ['description'],
    kept: ['organizer', 'website', 'image'],
  },
  texts: ({ renderContext: { text } }) => ({
    create: text('Add an organizer'),
    change: text('Change an organizer'),
    all: text('All organizers'),
    none: text('There are no such organizers.'),
    saved: text('The organizer is saved.'),
    removal: text('Events show it no longer; it can be taken out of the trash again.'),
  }),
  fields,
  empty: (page) => new Map([['status', firstStatus(page)]]),
  formOf: (written) =>
    new Map([
      ['organizer', titleText(written, 'organizer')],
      ['image', textOf(written, 'image')],
      ...TEXTS.map((name) => [name, textOf(written, name)] as const),
    ]),
  toSend: (form, changed) => ({
    ...sentTexts(form, changed, ['organizer', ...TEXTS]),
    ...(changed.has('image') && { image: sentId(textIn(form, 'image')) }),
  }),
};
