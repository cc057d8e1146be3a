import { Box, Typography } from '@mui/material';
import {
  AutocompleteArrayInput,
  DateTimeInput,
  NumberInput,
  required,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { choiceFilter, STATUSES, searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';
import { Action } from '../../parts/Action.tsx';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { lines } from '../../parts/lines.ts';
import { Panel, Waiting } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { request } from '../../shell/client.ts';
import { languageChoices, site } from '../../shell/site.ts';

const WITH_TRASH = STATUSES.filter(({ id }) => ['publish', 'draft', 'trash'].includes(id));

const AUDIENCES = [
  { id: 'all', name: 'Everybody' },
  { id: 'visitors', name: 'People who are not signed in' },
  { id: 'members', name: 'People who are signed in' },
];

const OPENINGS = [
  { id: 'load', name: 'When the page is open' },
  { id: 'scroll', name: 'When the visitor has scrolled' },
  { id: 'exit', name: 'When the pointer leaves the page' },
  { id: 'click', name: 'When something is clicked' },
];

const FREQUENCIES = [
  { id: 'always', name: 'On every page' },
  { id: 'session', name: 'Once a visit' },
  { id: 'day', name: 'Once a day' },
  { id: 'week', name: 'Once a week' },
  { id: 'month', name: 'Once a month' },
  { id: 'once', name: 'Once' },
];

const GOALS = [
  { id: 'click', name: 'Follows a link in it' },
  { id: 'submit', name: 'Sends a form in it' },
];

/** The dialog as visitors see it. Its frame runs no script. */
const Preview = () => {
  const translate = useTranslate();
  const [title, content] = useWatch({ name: ['title', 'content'] });
  return (
    <Box sx={{ bgcolor: 'action.disabledBackground', p: { xs: 1, sm: 4 }, borderRadius: 1 }}>
      <Box sx={{ bgcolor: '#fff', color: '#182022', p: 2, borderRadius: 1, maxWidth: 480, mx: 'auto', boxShadow: 6 }}>
        <Typography component="p" sx={{ fontWeight: 650, fontSize: '1.2rem' }}>
          {title || translate('Title')}
        </Typography>
        <Box
          component="iframe"
          title={translate('Preview')}
          sandbox=""
          inert
          srcDoc={`<base target="_blank">${content ?? ''}`}
          sx={{ width: '100%', height: 200, border: 0 }}
        />
      </Box>
    </Box>
  );
};

const Opening = () => {
  const on = useWatch({ name: 'trigger.on' });
  return (
    <>
      <SelectInput source="trigger.on" label="Opens" choices={OPENINGS} validate={required()} />
      {on === 'scroll' && <NumberInput source="trigger.depth" label="Scrolled, in percent" defaultValue={50} />}
      {on === 'click' && (
        <TextInput
          source="trigger.selector"
          label="Clicked part of the page"
          helperText="As a CSS selector, such as .newsletter."
          validate={required()}
        />
      )}
      <NumberInput
        source="trigger.delay"
        label="Delay in seconds"
        format={(ms?: number) => (ms === undefined ? '' : ms / 1_000)}
        parse={(seconds: string) => Number(seconds) * 1_000}
      />
    </>
  );
};

const list = { multiline: true, minRows: 2, ...lines } as const;

const Form = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput source="title" label="Title" validate={required()} />
          <TextEditor source="content" label="Text" />
        </>
      ),
      Preview: <Preview />,
      When: (
        <>
          <DateTimeInput source="starts" label="From" />
          <DateTimeInput source="ends" label="Until" />
          <Opening />
          <SelectInput
            source="frequency"
            label="How often a visitor sees it"
            choices={FREQUENCIES}
            validate={required()}
          />
        </>
      ),
      Where: (
        <>
          <TextInput
            source="include"
            label="Shown on these pages"
            helperText="One address per line, such as /events/*. If empty, it is shown on every page."
            {...list}
          />
          <TextInput source="exclude" label="Not shown on these pages" helperText="One address per line." {...list} />
        </>
      ),
    }}
    side={<Side />}
  />
);

const Side = () => (
  <>
    <Panel title="Publication">
      <SelectInput source="status" label="Status" choices={WITH_TRASH.slice(0, 2)} />
      <SelectInput source="audience" label="Shown to" choices={AUDIENCES} validate={required()} />
      <AutocompleteArrayInput
        source="languages"
        label="Languages"
        helperText="If empty, it is shown in every language."
        choices={languageChoices}
        translateChoice={false}
      />
      <SelectInput
        source="goal.on"
        label="It counts as a success if the visitor"
        choices={GOALS}
        validate={required()}
      />
    </Panel>
    <Figures />
  </>
);

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)} %`);

const Figures = () => {
  const translate = useTranslate();
  const id = useRecord()?.id;
  const path = `/popup/v1/popups/${id}/stats`;
  const shown = useAnswer(id && path);
  if (id === undefined) return null;
  const figures = shown.data;
  return (
    <>
      <Panel title="Statistics">
        <Waiting shown={shown}>
          <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, '& dd': { m: 0 } }}>
            <dt>{translate('Seen')}</dt>
            <dd>{figures?.opens}</dd>
            <dt>{translate('Succeeded')}</dt>
            <dd>{figures?.conversions}</dd>
            <dt>{translate('Success rate')}</dt>
            <dd>{percent(figures?.conversion_rate ?? null)}</dd>
            <dt>{translate('Last seen')}</dt>
            <dd>{utcText(figures?.last_open)}</dd>
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
          <Ask
            label="Reset the statistics"
            text="All statistics of this popup are set to 0."
            onYes={() => shown.change(() => request('DELETE', path), 'The statistics were reset.')}
          />
        </Waiting>
      </Panel>
      <Action label="View site" href={site.home} target="_blank" />
    </>
  );
};

export const popupScreens = recordScreens({
  create: 'Add a popup',
  name: 'title',
  deletion: 'Move to the trash',
  kind: 'popup',
  filters: [searchFilter, choiceFilter('status', 'Status', WITH_TRASH)],
  columns: [
    { source: 'title', label: 'Title' },
    { source: 'status', label: 'Status', choices: WITH_TRASH },
    { label: 'From', isMinor: true, cell: ({ starts }) => utcText(starts) },
    { label: 'Until', isMinor: true, cell: ({ ends }) => utcText(ends) },
  ],
  start: {
    status: 'draft',
    audience: 'all',
    frequency: 'session',
    trigger: { on: 'load', delay: 0 },
    goal: { on: 'click' },
    include: [],
    exclude: [],
    languages: [],
  },
  Form,
});
