import { TextInput } from 'react-admin';
import {
  BulkActions,
  choiceFilter,
  languageColumn,
  linkFilter,
  STATUSES,
  searchFilter,
  statusFilter,
} from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Action } from '../../parts/Action.tsx';
import { dayText, timeText } from '../../parts/dates.ts';
import { EventForm } from './EventForm.tsx';

const WHEN = [
  { id: 'past', name: 'Past' },
  { id: 'all', name: 'Past and coming' },
];

const filters = [
  searchFilter,
  choiceFilter('when', 'When', WHEN, { emptyText: 'Coming', alwaysOn: true }),
  statusFilter,
  linkFilter('categories', 'Category', 'calendar/categories', 'name'),
  linkFilter('venue', 'Venue', 'calendar/venues', 'title'),
  <TextInput key="start" source="start_date" label="From" type="date" slotProps={{ inputLabel: { shrink: true } }} />,
  <TextInput key="end" source="end_date" label="To" type="date" slotProps={{ inputLabel: { shrink: true } }} />,
];

export const eventScreens = recordScreens({
  create: 'Add an event',
  kind: 'event',
  name: 'title',
  link: 'url',
  deletion: 'Move to the trash',
  filters,
  sort: { field: 'start_date', order: 'ASC' },
  bulk: <BulkActions path="/core/v2/cal_events" right="publish_cal_events" />,
  actions: <Action label="Month" to="/calendar/month" />,
  columns: [
    { label: 'Start', cell: ({ all_day, start_date }) => (all_day ? dayText : timeText)(start_date) },
    { source: 'title', label: 'Title' },
    { source: 'venueName', label: 'Venue', isMinor: true },
    { source: 'status', label: 'Status', choices: STATUSES },
    ...languageColumn,
  ],
  Form: EventForm,
});
