import { BooleanInput, DataTable, required, SelectField, SelectInput, TextInput } from 'react-admin';
import { timeText } from '../../form/dates.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { RecordList } from '../../form/RecordList.tsx';
import { CreateScreen, EditScreen } from '../../form/RecordScreen.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import type { Row } from '../../shell/client.ts';
import { site } from '../../shell/site.ts';

const STATES = [
  { id: 'ok', name: 'Works' },
  { id: 'failing', name: 'Fails' },
  { id: 'paused', name: 'Paused' },
];
const INTERVALS = [
  { id: 15, name: 'Every quarter of an hour' },
  { id: 60, name: 'Every hour' },
  { id: 1_440, name: 'Every day' },
];
const REMOVED = [
  { id: 'trash', name: 'Move to the trash' },
  { id: 'keep', name: 'Keep' },
];

/** The calendars of others whose events the site takes up. */
export const FeedList = () => (
  <RecordList title="Followed calendars" create="Follow a calendar" sort={{ field: 'id', order: 'DESC' }}>
    <DataTable.Col source="name" label="Name" disableSort />
    <DataTable.Col label="Status" disableSort>
      <SelectField source="state" choices={STATES} />
    </DataTable.Col>
    <DataTable.Col label="Last read" disableSort render={(feed: Row) => timeText(feed.last_run?.started)} />
    <DataTable.NumberCol source="last_run.found" label="Events" disableSort />
    <DataTable.Col source="problem" label="Problem" disableSort />
  </RecordList>
);

const FeedForm = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput source="url" label="Address of the calendar" type="url" validate={required()} helperText={false} />
          <TextInput source="name" label="Name" helperText={false} />
        </>
      ),
      'New events': (
        <>
          <StatusInput right="publish_cal_events" />
          <SelectInput
            source="language"
            label="Language"
            choices={site.languages.map(({ code, name }) => ({ id: code, name }))}
            translateChoice={false}
            helperText={false}
          />
          <SelectInput
            source="on_removed"
            label="Events that are no longer in it"
            choices={REMOVED}
            defaultValue="trash"
            helperText={false}
          />
        </>
      ),
      When: (
        <>
          <SelectInput source="interval" label="Interval" choices={INTERVALS} defaultValue={60} helperText={false} />
          <BooleanInput source="paused" label="Paused" helperText={false} />
        </>
      ),
    }}
  />
);

export const FeedCreate = () => (
  <CreateScreen title="Follow a calendar">
    <FeedForm />
  </CreateScreen>
);

export const FeedEdit = () => (
  <EditScreen titleOf={({ name }) => name}>
    <FeedForm />
  </EditScreen>
);
