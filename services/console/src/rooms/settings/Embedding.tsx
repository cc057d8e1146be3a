import { TextField } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { lines } from '../../parts/lines.ts';
import { SettingsForm } from './SettingsForm.tsx';

const codeOf = (view: 'list' | 'month'): string =>
  `<iframe src="${location.origin}/events/embed/?view=${view}" width="100%" height="640" style="border:0"></iframe>`;

const Code = ({ label, view }: { readonly label: string; readonly view: 'list' | 'month' }) => {
  const translate = useTranslate();
  return (
    <TextField
      label={translate(label)}
      value={codeOf(view)}
      helperText={translate(
        'Paste it into a page of the other site. You can add filters to the address, such as &category=music.',
      )}
      onFocus={(event) => event.target.select()}
      slotProps={{ htmlInput: { readOnly: true } }}
      multiline
      fullWidth
    />
  );
};

/** Sites that may show the calendar in a frame, and the code for them. */
export const Embedding = () => (
  <SettingsForm title="Calendars on other sites">
    <TextInput
      source="embed_sites"
      label="Sites that may show your calendar"
      helperText="One per line, such as https://example.org. * allows every site."
      {...lines}
      multiline
      fullWidth
    />
    <Code label="Code for a list" view="list" />
    <Code label="Code for a month" view="month" />
  </SettingsForm>
);
