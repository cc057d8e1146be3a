import { BooleanInput, CheckboxGroupInput, NumberInput, required, SelectInput, TextInput } from 'react-admin';
import { lines } from '../../parts/lines.ts';
import { SettingsForm } from './SettingsForm.tsx';

const OPEN = [
  { id: 'open', name: 'Open' },
  { id: 'closed', name: 'Closed' },
];

/** The calendar, and lists of posts. */
export const Reading = () => (
  <SettingsForm title="Reading and calendar">
    <NumberInput source="posts_per_page" label="Posts on a page" min={1} max={100} validate={required()} />
    <NumberInput source="events_per_page" label="Events on a page" min={1} max={50} validate={required()} />
    <CheckboxGroupInput
      source="enabled_views"
      label="Views of the calendar"
      choices={[
        { id: 'list', name: 'List' },
        { id: 'month', name: 'Month' },
        { id: 'week', name: 'Week' },
        { id: 'day', name: 'Day' },
      ]}
    />
    <TextInput
      source="day_cutoff"
      label="A day ends at"
      helperText="As 03:00, so that a night belongs to the day before."
    />
    <SelectInput
      source="zone_mode"
      label="Times of events are in"
      choices={[
        { id: 'event', name: 'The zone of the event' },
        { id: 'site', name: 'The zone of the site' },
      ]}
    />
    <TextInput source="currency_symbol" label="Sign of the currency" />
    <TextInput source="currency_code" label="Currency, in three letters" />
    <SelectInput
      source="currency_position"
      label="The sign stands"
      choices={[
        { id: 'prefix', name: 'Before the amount' },
        { id: 'postfix', name: 'After the amount' },
      ]}
    />
    <TextInput source="map_search" label="Address of the map service" helperText="The place is appended." />
    <BooleanInput source="event_suggestions" label="Visitors without an account may suggest events" />
  </SettingsForm>
);

/** Comments of visitors and members. */
export const CommentSettings = () => (
  <SettingsForm title="Comments">
    <SelectInput source="default_comment_status" label="Comments of new posts" choices={OPEN} />
    <BooleanInput source="visitor_comments" label="Visitors without an account may comment" />
    <TextInput
      source="comment_held_words"
      label="Words that hold a comment"
      helperText="One in each line. You decide on such comments before they are public."
      multiline
      minRows={4}
      {...lines}
    />
  </SettingsForm>
);

/** The setting that honours signals of browsers against tracking. */
export const Privacy = () => (
  <SettingsForm title="Privacy">
    <BooleanInput source="honour_privacy_signals" label="Do not count visitors whose browser asks not to be tracked" />
  </SettingsForm>
);
