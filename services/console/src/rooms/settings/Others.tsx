import { BooleanInput, CheckboxGroupInput, NumberInput, required, SelectInput, TextInput } from 'react-admin';
import { COMMENTS } from '../../form/RecordList.tsx';
import { lines } from '../../parts/lines.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** The calendar, and lists of posts. */
export const Reading = () => (
  <SettingsForm title="Lists and calendar">
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
      helperText="Such as 03:00, so that hours after midnight belong to the evening before."
    />
    <SelectInput
      source="zone_mode"
      label="Times of events are shown in"
      choices={[
        { id: 'event', name: 'The time zone of the event' },
        { id: 'site', name: 'The time zone of the site' },
      ]}
    />
    <TextInput source="currency_symbol" label="Currency symbol" />
    <TextInput source="currency_code" label="Currency code, such as USD" />
    <SelectInput
      source="currency_position"
      label="Position of the symbol"
      choices={[
        { id: 'prefix', name: 'Before the amount' },
        { id: 'postfix', name: 'After the amount' },
      ]}
    />
    <TextInput
      source="map_search"
      label="Address of the map service"
      helperText="The place is added at the end of the address."
    />
    <BooleanInput source="event_suggestions" label="Visitors without an account may suggest events" />
  </SettingsForm>
);

/** Comments of visitors and members. */
export const CommentSettings = () => (
  <SettingsForm title="Comments">
    <SelectInput source="default_comment_status" label="Comments of new posts" choices={COMMENTS} />
    <BooleanInput source="visitor_comments" label="Visitors without an account may comment" />
    <TextInput
      source="comment_held_words"
      label="Words that need a review"
      helperText="One per line. Comments with these words wait for your approval."
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
