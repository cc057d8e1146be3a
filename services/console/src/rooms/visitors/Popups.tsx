import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  AutocompleteArrayInput,
  DataTable,
  DateTimeInput,
  NumberInput,
  RadioButtonGroupInput,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Ask } from '../../parts/Ask.tsx';
import { shownTime } from '../../parts/dates.ts';
import { CreateForm, EditForm } from '../../parts/Form.tsx';
import { lines } from '../../parts/lines.ts';
import { Panel, Waiting } from '../../parts/Panel.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { request } from '../../shell/client.ts';
import { site } from '../../shell/site.ts';

const STATUSES = [
  { id: 'draft', name: 'Draft' },
  { id: 'publish', name: 'Published' },
];

const Status = () => {
  const translate = useTranslate();
  const popup = useRecordContext();
  return <>{translate(STATUSES.find(({ id }) => id === popup?.status)?.name ?? 'In the trash')}</>;
};

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput
    key="status"
    source="status"
    label="Status"
    choices={[...STATUSES, { id: 'trash', name: 'In the trash' }]}
  />,
];

/** The table of popups. */
export const PopupTable = () => (
  <RecordTable title="Popups" filters={filters}>
    <DataTable.Col source="title" label="Title" disableSort />
    <DataTable.Col label="Status">
      <Status />
    </DataTable.Col>
    <DataTable.Col source="starts" label="From" disableSort render={({ starts }) => shownTime(starts)} />
    <DataTable.Col source="ends" label="Until" disableSort render={({ ends }) => shownTime(ends)} />
  </RecordTable>
);

const LANGUAGES = site.languages.map(({ code, name }) => ({ id: code, name }));

/** The dialog as visitors see it. Its frame runs no script. */
const Preview = () => {
  const translate = useTranslate();
  const [title, content] = useWatch({ name: ['title', 'content'] });
  return (
    <Box sx={{ width: '100%', my: 2 }}>
      <Typography variant="subtitle2" component="h2" gutterBottom>
        {translate('Preview')}
      </Typography>
      <Box sx={{ bgcolor: 'action.disabledBackground', p: { xs: 1, sm: 4 }, borderRadius: 1 }}>
        <Box sx={{ bgcolor: '#fff', color: '#182022', p: 2, borderRadius: 1, maxWidth: 480, mx: 'auto', boxShadow: 6 }}>
          <Typography component="p" sx={{ fontWeight: 650, fontSize: '1.2rem' }}>
            {title || translate('Title')}
          </Typography>
          <Box
            component="iframe"
            title={translate('Preview')}
            sandbox=""
            srcDoc={`<base target="_blank">${content ?? ''}`}
            sx={{ width: '100%', height: 200, border: 0 }}
          />
        </Box>
      </Box>
    </Box>
  );
};

const Opening = () => {
  const on = useWatch({ name: 'trigger.on' });
  return (
    <>
      <SelectInput
        source="trigger.on"
        label="Opens"
        choices={[
          { id: 'load', name: 'When the page is open' },
          { id: 'scroll', name: 'When the visitor has scrolled' },
          { id: 'exit', name: 'When the pointer leaves the page' },
          { id: 'click', name: 'When something is clicked' },
        ]}
        validate={required()}
        fullWidth
      />
      {on === 'scroll' && (
        <NumberInput source="trigger.depth" label="Scrolled, in percent" defaultValue={50} fullWidth />
      )}
      {on === 'click' && (
        <TextInput
          source="trigger.selector"
          label="Clicked part of the page"
          helperText="As a CSS selector, such as .newsletter."
          validate={required()}
          fullWidth
        />
      )}
      <NumberInput
        source="trigger.delay"
        label="Delay in seconds"
        format={(ms?: number) => (ms === undefined ? '' : ms / 1_000)}
        parse={(seconds: string) => Number(seconds) * 1_000}
        fullWidth
      />
    </>
  );
};

const fields = (
  <>
    <TextInput source="title" label="Title" validate={required()} fullWidth />
    <TextInput source="content" label="Text, as HTML" multiline minRows={5} fullWidth />
    <Preview />
    <RadioButtonGroupInput source="status" label="Status" choices={STATUSES} />
    <SelectInput
      source="audience"
      label="Shown to"
      choices={[
        { id: 'all', name: 'Everybody' },
        { id: 'visitors', name: 'People who are not signed in' },
        { id: 'members', name: 'People who are signed in' },
      ]}
      validate={required()}
      fullWidth
    />
    <TextInput
      source="include"
      label="Shown on these pages"
      helperText="One path in each line, such as /events/*. Empty: on every page."
      multiline
      minRows={2}
      fullWidth
      {...lines}
    />
    <TextInput
      source="exclude"
      label="Not shown on these pages"
      helperText="One path in each line."
      multiline
      minRows={2}
      fullWidth
      {...lines}
    />
    <AutocompleteArrayInput
      source="languages"
      label="Languages"
      helperText="Empty: in every language."
      choices={LANGUAGES}
      translateChoice={false}
      fullWidth
    />
    <DateTimeInput source="starts" label="From" fullWidth />
    <DateTimeInput source="ends" label="Until" fullWidth />
    <Opening />
    <SelectInput
      source="frequency"
      label="How often a visitor sees it"
      choices={[
        { id: 'always', name: 'On every page' },
        { id: 'session', name: 'Once a visit' },
        { id: 'day', name: 'Once a day' },
        { id: 'week', name: 'Once a week' },
        { id: 'month', name: 'Once a month' },
        { id: 'once', name: 'Once' },
      ]}
      validate={required()}
      fullWidth
    />
    <SelectInput
      source="goal.on"
      label="It succeeds when the visitor"
      choices={[
        { id: 'click', name: 'Follows a link in it' },
        { id: 'submit', name: 'Sends a form in it' },
      ]}
      validate={required()}
      fullWidth
    />
  </>
);

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)} %`);

const Figures = () => {
  const popup = useRecordContext();
  return popup === undefined ? null : <FiguresOf id={popup.id} />;
};

const FiguresOf = ({ id }: { readonly id: string | number }) => {
  const translate = useTranslate();
  const act = useAction();
  const path = `/popup/v1/popups/${id}/stats`;
  const shown = useAnswer(path);
  const reset = async (): Promise<void> => {
    await act(() => request('DELETE', path), 'The figures begin anew.');
    shown.reload();
  };
  const figures = shown.data;
  return (
    <Box sx={{ width: { xs: '100%', lg: 340 } }}>
      <Panel heading="Figures">
        <Waiting shown={shown}>
          <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, '& dd': { m: 0 } }}>
            <dt>{translate('Seen')}</dt>
            <dd>{figures?.opens}</dd>
            <dt>{translate('Succeeded')}</dt>
            <dd>{figures?.conversions}</dd>
            <dt>{translate('Success rate')}</dt>
            <dd>{percent(figures?.conversion_rate ?? null)}</dd>
            <dt>{translate('Last seen')}</dt>
            <dd>{shownTime(figures?.last_open)}</dd>
          </Box>
          <Rows
            rows={figures?.days ?? []}
            emptyText="Nobody has seen it in the last thirty days."
            columns={[
              { label: 'Day', cell: ({ date }) => date },
              { label: 'Seen', cell: ({ opens }) => opens },
              { label: 'Succeeded', cell: ({ conversions }) => conversions },
            ]}
          />
          <Ask label="Reset the figures" text="All figures of this popup are set to 0." onYes={reset} />
        </Waiting>
      </Panel>
      <Button href={site.home} target="_blank" fullWidth>
        {translate('View site')}
      </Button>
    </Box>
  );
};

/** The form of a new popup. */
export const NewPopup = () => (
  <CreateForm
    title="New popup"
    defaults={{
      status: 'draft',
      audience: 'all',
      frequency: 'session',
      trigger: { on: 'load', delay: 0 },
      goal: { on: 'click' },
      include: [],
      exclude: [],
      languages: [],
    }}
  >
    {fields}
  </CreateForm>
);

/** The form of a popup, beside its figures. */
export const PopupForm = () => (
  <EditForm title="Popup" side={<Figures />}>
    {fields}
  </EditForm>
);
