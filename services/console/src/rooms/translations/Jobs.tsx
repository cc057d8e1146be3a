import { Alert, Box, TextField } from '@mui/material';
import { SaveButton, TextInput, useTranslate } from 'react-admin';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { choiceFilter } from '../../form/RecordList.tsx';
import { changesOf } from '../../form/RecordScreen.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { dayText } from '../../parts/dates.ts';
import type { Row } from '../../shell/client.ts';
import { languageChoices, languageName } from '../../shell/site.ts';

const STATUSES = [
  { id: 1, name: 'Waiting for a translator' },
  { id: 2, name: 'In progress' },
  { id: 3, name: 'Out of date' },
  { id: 10, name: 'Complete' },
  { id: 0, name: 'Not translated' },
];

const filters = [
  choiceFilter('whose', 'Jobs', [{ id: 'mine', name: 'My jobs' }], { emptyText: 'All jobs', alwaysOn: true }),
  choiceFilter('target_language', 'Translated into', languageChoices, { translateChoice: false, alwaysOn: true }),
  choiceFilter('status', 'Status', STATUSES),
  <TextInput key="title" source="title" label="Title" resettable />,
];

const NAMES = new Map([
  ['title', 'Title'],
  ['name', 'Name'],
  ['body', 'Text'],
  ['excerpt', 'Summary'],
  ['description', 'Description'],
]);

/** Returns the English name of a unit; fields are named by the last part of their member. */
const unitName = (id: string): string =>
  NAMES.get(id) ??
  id
    .replace(/^field-_?/, '')
    .replace(/-\d+$/, '')
    .replace(/^(?:Event|Venue|Organizer)/, '');

const Units = () => {
  const translate = useTranslate();
  const job = useRecord();
  const { source: from, target: to } = job.language_codes;
  return (
    <>
      {(job.units ?? []).map(({ id, source }: Row) => (
        <Box
          key={id}
          component="section"
          aria-label={translate(unitName(id))}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
            columnGap: 2,
            alignItems: 'start',
            mb: 2,
          }}
        >
          <TextField
            label={`${translate(unitName(id))} · ${languageName(from)}`}
            value={source}
            multiline
            slotProps={{ htmlInput: { lang: from, readOnly: true }, input: { sx: { bgcolor: 'action.hover' } } }}
          />
          <TextInput
            source={`texts.${id}`}
            label={`${translate(unitName(id))} · ${languageName(to)}`}
            multiline
            minRows={source.length > 120 ? 6 : 1}
            slotProps={{ htmlInput: { lang: to } }}
          />
        </Box>
      ))}
    </>
  );
};

const State = () => {
  const translate = useTranslate();
  const { state, view_url: page } = useRecord();
  return (
    <Alert severity={state === 10 ? 'success' : 'info'} sx={{ mb: 2 }}>
      {translate(STATUSES.find(({ id }) => id === state)?.name ?? 'At the translation service')}
      {page && (
        <>
          {' · '}
          <a href={page} target="_blank" rel="noreferrer">
            {translate('View the translation')}
          </a>
        </>
      )}
    </Alert>
  );
};

const finish = (data: Row, options?: { readonly previousData: Row }): Row => ({
  ...changesOf(data, options?.previousData),
  complete: true,
});

/** Source and translation, side by side. */
const Form = () => (
  <RecordForm
    sections={{ Translation: <Units /> }}
    actions={
      <SaveButton
        type="button"
        icon={false}
        variant="outlined"
        label="Save and finish"
        transform={finish}
        alwaysEnable
      />
    }
  />
);

export const jobScreens = recordScreens({
  name: 'Translation',
  filters,
  columns: [
    { source: 'title', label: 'Title', cell: ({ element }) => element?.name, isSorted: true },
    {
      source: 'language',
      label: 'Languages',
      cell: ({ language_codes: codes }) => `${languageName(codes.source)} → ${languageName(codes.target)}`,
      isSorted: true,
    },
    { source: 'state', label: 'Status', choices: STATUSES },
    { source: 'translator_name', label: 'Translator', isMinor: true },
    {
      source: 'deadline_date',
      label: 'Until',
      isMinor: true,
      cell: ({ deadline }) => dayText(deadline),
      isSorted: true,
    },
    { source: 'sent_date', label: 'Sent', isMinor: true, cell: (job) => dayText(job.sent_date), isSorted: true },
  ],
  above: <State />,
  Form,
});
