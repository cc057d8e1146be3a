import { TextInput } from 'react-admin';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { choiceFilter, searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { languageName, site } from '../../shell/site.ts';

const STATUSES = [
  { id: 0, name: 'Not translated' },
  { id: 2, name: 'Partly translated' },
  { id: 10, name: 'Translated' },
  { id: 3, name: 'Out of date' },
];

const filters = [
  searchFilter,
  choiceFilter('status', 'Status', STATUSES),
  <TextInput key="domain" source="domain" label="Area" />,
];

const Form = () => {
  const { source_language: original } = useRecord();
  return (
    <RecordForm
      sections={{
        Text: <TextInput source="value" label="Text" multiline readOnly />,
        Translations: site.languages
          .filter(({ code }) => code !== original)
          .map(({ code }) => (
            <TextInput
              key={code}
              source={`texts.${code}`}
              label={languageName(code)}
              multiline
              slotProps={{ htmlInput: { lang: code } }}
            />
          )),
      }}
    />
  );
};

/** Texts outside records. */
export const stringScreens = recordScreens({
  name: 'Site text',
  filters,
  sort: { field: 'id', order: 'ASC' },
  columns: [
    { source: 'value', label: 'Text' },
    { source: 'domain', label: 'Area', isMinor: true },
    { source: 'name', label: 'Name', isMinor: true },
    { source: 'status', label: 'Status', choices: STATUSES },
  ],
  Form,
});
