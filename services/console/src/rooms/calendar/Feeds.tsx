import { BooleanInput, required, SelectInput, TextInput } from 'react-admin';
import { RecordForm } from '../../form/RecordForm.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { timeText } from '../../parts/dates.ts';
import { languageChoices } from '../../shell/site.ts';

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

const FeedForm = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput source="url" label="Address of the calendar" type="url" validate={required()} />
          <TextInput source="name" label="Name" />
        </>
      ),
      'New events': (
        <>
          <StatusInput right="publish_cal_events" />
          <SelectInput source="language" label="Language" choices={languageChoices} translateChoice={false} />
          <SelectInput
            source="on_removed"
            label="Events removed from the calendar"
            choices={REMOVED}
            defaultValue="trash"
          />
        </>
      ),
      When: (
        <>
          <SelectInput source="interval" label="Interval" choices={INTERVALS} defaultValue={60} />
          <BooleanInput source="paused" label="Paused" />
        </>
      ),
    }}
  />
);

/** The calendars of others whose events the site takes up. */
export const feedScreens = recordScreens({
  create: 'Follow a calendar',
  columns: [
    { source: 'name', label: 'Name' },
    { source: 'state', label: 'Status', choices: STATES },
    { label: 'Last checked', isMinor: true, cell: ({ last_run: run }) => timeText(run?.started) },
    { source: 'last_run.found', label: 'Events', isMinor: true, isNumber: true },
    { source: 'problem', label: 'Problem' },
  ],
  Form: FeedForm,
});
