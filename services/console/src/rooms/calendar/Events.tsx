import { Button } from '@mui/material';
import { AutocompleteInput, ReferenceInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { BulkActions, languageColumn, STATUSES, searchFilter, statusFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { timeText } from '../../parts/dates.ts';
import { EventForm } from './EventForm.tsx';

const WHEN = [
  { id: 'past', name: 'Past' },
  { id: 'all', name: 'Past and coming' },
];

const filters = [
  searchFilter,
  <SelectInput key="when" source="when" label="When" choices={WHEN} emptyText="Coming" alwaysOn />,
  statusFilter,
  <ReferenceInput
    key="categories"
    source="categories"
    reference="calendar/categories"
    sort={{ field: 'name', order: 'ASC' }}
  >
    <AutocompleteInput label="Category" optionText="name" filterToQuery={(search: string) => ({ search })} />
  </ReferenceInput>,
  <ReferenceInput key="venue" source="venue" reference="calendar/venues" sort={{ field: 'title', order: 'ASC' }}>
    <AutocompleteInput label="Venue" optionText="title" filterToQuery={(search: string) => ({ search })} />
  </ReferenceInput>,
  <TextInput key="start" source="start_date" label="From" type="date" slotProps={{ inputLabel: { shrink: true } }} />,
  <TextInput key="end" source="end_date" label="To" type="date" slotProps={{ inputLabel: { shrink: true } }} />,
];

const ToMonth = () => (
  <Button component={Link} to="/calendar/month">
    {useTranslate()('Month')}
  </Button>
);

export const eventScreens = recordScreens({
  create: 'Add an event',
  kind: 'event',
  name: 'title',
  link: 'url',
  deletion: 'Move to the trash',
  filters,
  sort: { field: 'start_date', order: 'ASC' },
  bulk: <BulkActions path="/core/v2/cal_events" right="publish_cal_events" />,
  actions: <ToMonth />,
  columns: [
    { label: 'Start', cell: (event) => timeText(event.start_date) },
    { source: 'title', label: 'Title' },
    { source: 'venueName', label: 'Venue', isMinor: true },
    { source: 'status', label: 'Status', choices: STATUSES },
    ...languageColumn,
  ],
  Form: EventForm,
});
