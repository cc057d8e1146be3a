import { changeVenueOfCalendar, createVenueOfCalendar, trashVenueOfCalendar } from '@almanac/contracts';
import { venuesView } from '../../sign-in/consoleViews.ts';
import { firstStatus, statusesFor } from './statuses.ts';
import { sentTexts, textOf, titleText, type Writing } from './writing.ts';

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

const fields: Writing['fields'] = async (page, current) => {
  const { text } = page.renderContext;
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
    { name: 'description', label: text('Text'), control: 'lines', rows: 6 },
    { name: 'status', label: text('State'), control: 'choice', options: statusesFor(page, 'cal_events', status) },
  ];
};

/** Venues. The right to publish events decides about them too (docs/interface/calendar.md §3). */
export const venueWriting: Writing = {
  view: venuesView,
  kind: 'venue',
  type: 'cal_venue',
  title: 'venue',
  routes: { create: createVenueOfCalendar, change: changeVenueOfCalendar, trash: trashVenueOfCalendar },
  texts: ({ renderContext: { text } }) => ({
    create: text('Add a venue'),
    change: text('Change a venue'),
    all: text('All venues'),
    none: text('There are no such venues.'),
    saved: text('The venue is saved.'),
    trashQuestion: text('Events show it no longer; it can be taken out of the trash again.'),
  }),
  fields,
  empty: (page) => new Map([['status', firstStatus(page)]]),
  formOf: (written) =>
    new Map([['venue', titleText(written, 'venue')], ...TEXTS.map((name) => [name, textOf(written, name)] as const)]),
  toSend: (form, changed) => sentTexts(form, changed, ['venue', ...TEXTS]),
};
