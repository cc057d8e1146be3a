import { required, SelectInput, TextInput } from 'react-admin';
import { lines } from '../../parts/lines.ts';
import { SettingsForm } from '../settings/SettingsForm.tsx';

/** The languages of the site, and the review of machine translations. */
export const Languages = () => (
  <SettingsForm title="Languages">
    <TextInput
      source="languages"
      label="Languages of the site"
      helperText="One per line, such as fr-CA or es. If you remove a language, its content is kept and comes back with it."
      multiline
      minRows={3}
      validate={required()}
      {...lines}
    />
    <SelectInput
      source="translation_review"
      label="Machine translations"
      choices={[
        { id: 'hold', name: 'Wait for a review before they are public' },
        { id: 'publish', name: 'Are public at once, and are reviewed later' },
        { id: 'none', name: 'Need no review' },
      ]}
    />
  </SettingsForm>
);
