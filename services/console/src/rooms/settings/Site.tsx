import { AutocompleteInput, required, SelectInput, TextInput } from 'react-admin';
import { zoneChoices } from '../../shell/site.ts';
import { SettingsForm } from './SettingsForm.tsx';

const DAYS = [
  { id: 0, name: 'Sunday' },
  { id: 1, name: 'Monday' },
  { id: 2, name: 'Tuesday' },
  { id: 3, name: 'Wednesday' },
  { id: 4, name: 'Thursday' },
  { id: 5, name: 'Friday' },
  { id: 6, name: 'Saturday' },
];

/** Name, zone and formats of the site. */
export const Site = () => (
  <SettingsForm title="Site">
    <TextInput source="title" label="Name of the site" validate={required()} />
    <TextInput source="description" label="Tagline" helperText="In a few words." />
    <AutocompleteInput
      source="timezone"
      label="Time zone"
      choices={zoneChoices}
      translateChoice={false}
      validate={required()}
    />
    <TextInput
      source="date_format"
      label="How dates are written"
      helperText="F j, Y is March 5, 2027; j F Y is 5 March 2027; Y-m-d is 2027-03-05."
      validate={required()}
    />
    <TextInput
      source="time_format"
      label="How times are written"
      helperText="g:i a is 7:30 pm; H:i is 19:30."
      validate={required()}
    />
    <SelectInput source="start_of_week" label="Weeks begin on" choices={DAYS} />
    <TextInput
      source="permalinks"
      label="Addresses of posts"
      helperText="Such as /{slug}/ or /news/{year}/{slug}/. Former addresses lead to the new ones."
      validate={required()}
    />
  </SettingsForm>
);
