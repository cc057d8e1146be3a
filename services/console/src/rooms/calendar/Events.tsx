import Button from '@mui/material/Button';
import {
  AutocompleteInput,
  DataTable,
  type Identifier,
  ReferenceInput,
  SearchInput,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { timeText } from '../../form/dates.ts';
import { BulkAction, RecordList, STATUSES, StatusField } from '../../form/RecordList.tsx';
import { CreateScreen, EditScreen } from '../../form/RecordScreen.tsx';
import type { Row } from '../../shell/client.ts';
import { useRights } from '../../shell/useRights.ts';
import { EventForm } from './EventForm.tsx';
import { changeEvents } from './eventSource.ts';

const WHEN = [
  { id: 'past', name: 'Past' },
  { id: 'all', name: 'Past and coming' },
];

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput key="when" source="when" label="When" choices={WHEN} emptyText="Coming" alwaysOn />,
  <SelectInput key="status" source="status" label="Status" choices={STATUSES.filter(({ id }) => id !== 'trash')} />,
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

const Bulk = () => {
  const may = useRights();
  return (
    <>
      {may('publish_cal_events') && (
        <BulkAction label="Publish" change={(ids: readonly Identifier[]) => changeEvents(ids, { status: 'publish' })} />
      )}
      <BulkAction
        label="Make a draft"
        change={(ids: readonly Identifier[]) => changeEvents(ids, { status: 'draft' })}
      />
      <BulkAction label="Move to the trash" change={(ids: readonly Identifier[]) => changeEvents(ids, undefined)} />
    </>
  );
};

export const EventList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      title="Events"
      create="Write an event"
      filters={filters}
      sort={{ field: 'start_date', order: 'ASC' }}
      bulk={<Bulk />}
      actions={
        <Button component={Link} to="/calendar/month">
          {translate('Month')}
        </Button>
      }
    >
      <DataTable.Col label="Start" disableSort render={(event: Row) => timeText(event.start_date)} />
      <DataTable.Col source="title" label="Title" disableSort />
      <DataTable.Col source="venueName" label="Venue" disableSort />
      <DataTable.Col label="Status" disableSort>
        <StatusField />
      </DataTable.Col>
      <DataTable.Col label="Language" disableSort render={(event: Row) => event.i18n?.language} />
    </RecordList>
  );
};

export const EventCreate = () => (
  <CreateScreen title="Write an event" linkOf={({ url }) => url}>
    <EventForm />
  </CreateScreen>
);

export const EventEdit = () => (
  <EditScreen kind="event" titleOf={({ title }) => title} linkOf={({ url }) => url}>
    <EventForm />
  </EditScreen>
);
