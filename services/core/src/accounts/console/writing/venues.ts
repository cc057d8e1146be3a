import { changeVenueOfCalendar, createVenueOfCalendar, trashVenueOfCalendar } from '@almanac/contracts';
import { venuesView } from '../../sign-in/consoleViews.ts';
import { calendarRecords } from './calendarRecords.ts';
import { pictureChoices } from './choices.ts';
import { textIn } from './form.ts';
import { pictureFields } from './newPicture.ts';
import { firstStatus, statusesFor } from './statuses.ts';
import { sentId, sentTexts, textOf, titleText, type Writing } from './writing.ts';

const TEXTS = [
  'description',
  'address',
  'city',
  'stateprovince',
  'zip',
  'country',
  'phone',
  'website',
  'status',
] as const;

const fields: Writing['fields'] = async (page, current, isAway) => {
  const { text } = page.renderContext;
  const pictures = isAway ? [] : await pictureChoices(page);
  const status = current === undefined ? '' : textOf(current, 'status');
  return [
    { name: 'venue', label: text('Name'), control: 'line' },
    { name: 'address', label: text('Street and number'), control: 'line' },
    { name: 'zip', label: text('Postal code'), control: 'line' },
    { name: 'city', label: text('City'), control: 'line' },
    { name: 'stateprovince', label: text('State or province'), control: 'line' },
    { name: 'country', label: text('Country'), control: 'line' },
    { name: 'phone', label: text('Phone'), control: 'line', type: 'tel' },
    { name: 'website', label: text('Website'), control: 'line', type: 'url' },
    { name: 'description', label: text('Text'), control: 'lines', rows: 6, isHtml: true },
    ...pictureFields(page, 'image', pictures),
    { name: 'status', label: text('State'), control: 'choice', options: statusesFor(page, 'cal_events', status) },
  ];
};

/** The form of venues. The right to publish events applies to them too (docs/interface/calendar.md §3). */
export const venueWriting: Writing = {
  view: venuesView,
  kind: 'venue',
  element: 'post_cal_venue',
  type: 'cal_venue',
  title: 'venue',
  picture: 'image',
  records: calendarRecords('venue', {
    create: createVenueOfCalendar,
    change: changeVenueOfCalendar,
    trash: trashVenueOfCalendar,
  }),
  versions: {
    alike: ['zip', 'country', 'phone'],
    first: [],
    texts: ['description'],
    kept: ['venue', 'address', 'city', 'stateprovince', 'website', 'image'],
  },
  texts: ({ renderContext: { text } }) => ({
    create: text('Add a venue'),
    change: text('Change a venue'),
    all: text('All venues'),
    none: text('There are no such venues.'),
    saved: text('The venue is saved.'),
    removal: text('Events show it no longer; it can be taken out of the trash again.'),
  }),
  fields,
  empty: (page) => new Map([['status', firstStatus(page)]]),
  formOf: (written) =>
    new Map([
      ['venue', titleText(written, 'venue')],
      ['image', textOf(written, 'image')],
      ...TEXTS.map((name) => [name, textOf(written, name)] as const),
    ]),
  toSend: (form, changed) => ({
    ...sentTexts(form, changed, ['venue', ...TEXTS]),
    ...(changed.has('image') && { image: sentId(textIn(form, 'image')) }),
  }),
};
