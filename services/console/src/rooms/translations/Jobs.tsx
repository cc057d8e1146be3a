import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import {
  DataTable,
  Edit,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useFormState } from 'react-hook-form';
import { RecordTable } from '../../parts/RecordTable.tsx';
import type { Row } from '../../shell/client.ts';
import { site } from '../../shell/site.ts';

const STATUSES = [
  { id: 1, name: 'Waits for a translator' },
  { id: 2, name: 'In progress' },
  { id: 3, name: 'Out of date' },
  { id: 10, name: 'Complete' },
  { id: 0, name: 'Not translated' },
];

const statusOf = ({ status, needs_update: isOutOfDate }: Row): string => {
  if (isOutOfDate) return 'Out of date';
  return STATUSES.find(({ id }) => id === status)?.name ?? 'At the translation service';
};

const Status = () => {
  const translate = useTranslate();
  const job = useRecordContext();
  return job === undefined ? null : translate(statusOf(job));
};

const languageOf = (code: string): string => site.languages.find((each) => each.code === code)?.name ?? code;

const LANGUAGES = site.languages.map(({ code, name }) => ({ id: code, name }));

const filters = [
  <SelectInput
    key="whose"
    source="whose"
    label="Jobs"
    alwaysOn
    emptyText="All jobs"
    choices={[{ id: 'mine', name: 'My jobs' }]}
  />,
  <SelectInput
    key="target_language"
    source="target_language"
    label="Into"
    alwaysOn
    choices={LANGUAGES}
    translateChoice={false}
  />,
  <SelectInput key="status" source="status" label="Status" choices={STATUSES} />,
  <TextInput key="title" source="title" label="Title" resettable />,
];

/** The table of translation jobs. */
export const JobTable = () => (
  <RecordTable title="Translation jobs" filters={filters} canCreate={false}>
    <DataTable.Col source="title" label="Title" render={({ element }) => element?.name} />
    <DataTable.Col
      source="language"
      label="Languages"
      render={({ language_codes: codes }) => `${languageOf(codes.source)} → ${languageOf(codes.target)}`}
    />
    <DataTable.Col source="status" label="Status">
      <Status />
    </DataTable.Col>
    <DataTable.Col source="translator_name" label="Translator" disableSort />
    <DataTable.Col source="deadline_date" label="Until" render={({ deadline }) => deadline || '–'} />
    <DataTable.Col source="sent_date" label="Sent" render={({ sent_date: day }) => day} />
  </RecordTable>
);

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
  const job = useRecordContext();
  if (job === undefined) return null;
  const [from = '', to = ''] = [job.language_codes?.source, job.language_codes?.target];
  return (
    <>
      {(job.units ?? []).map(({ id, source }: Row) => (
        <Box
          key={id}
          component="section"
          aria-label={translate(unitName(id))}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, width: '100%', mb: 2 }}
        >
          <Box>
            <Typography variant="subtitle2" component="h2">
              {translate(unitName(id))} · {languageOf(from)}
            </Typography>
            <Paper variant="outlined" lang={from} sx={{ p: 1.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {source}
            </Paper>
          </Box>
          <TextInput
            source={`texts.${id}`}
            label={`${translate(unitName(id))} · ${languageOf(to)}`}
            multiline
            minRows={source.length > 120 ? 6 : 1}
            slotProps={{ htmlInput: { lang: to } }}
            fullWidth
          />
        </Box>
      ))}
    </>
  );
};

const Buttons = ({ onComplete }: { readonly onComplete: () => void }) => {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <Toolbar sx={{ bgcolor: 'transparent', gap: 2 }}>
      <SaveButton variant="outlined" />
      <Button type="submit" variant="contained" onClick={onComplete} disabled={isSubmitting}>
        {translate('Save and finish')}
      </Button>
    </Toolbar>
  );
};

const State = () => {
  const translate = useTranslate();
  const job = useRecordContext();
  if (job === undefined) return null;
  return (
    <Alert severity={job.status === 10 && !job.needs_update ? 'success' : 'info'} sx={{ width: '100%', mb: 3 }}>
      {translate(statusOf(job))}
      {job.view_url ? (
        <>
          {' · '}
          <a href={job.view_url} target="_blank" rel="noreferrer">
            {translate('View the translation')}
          </a>
        </>
      ) : null}
    </Alert>
  );
};

/** Source and translation, side by side. */
export const JobForm = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const isComplete = useRef(false);
  const saved = ({ warnings = [], status }: Row): void => {
    isComplete.current = false;
    if (warnings.length > 0)
      notify(translate('Saved. Some markup of the original is missing: check it.'), { type: 'warning' });
    else notify(translate(status === 10 ? 'The translation is finished.' : 'Saved'), { type: 'success' });
  };
  return (
    <Edit
      title="Translation"
      redirect={false}
      mutationMode="pessimistic"
      actions={false}
      transform={(data: Row) => ({ ...data, complete: isComplete.current })}
      mutationOptions={{ onSuccess: saved }}
    >
      <SimpleForm
        toolbar={
          <Buttons
            onComplete={() => {
              isComplete.current = true;
            }}
          />
        }
        warnWhenUnsavedChanges
      >
        <State />
        <Units />
      </SimpleForm>
    </Edit>
  );
};
