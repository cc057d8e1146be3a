import {
  BooleanInput,
  BulkDeleteButton,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { RecordForm } from '../../form/RecordForm.tsx';
import { BulkAction, choiceFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Row } from '../../shell/client.ts';
import { actOn } from './sources.ts';

const CODES = [
  { id: 301, name: 'Moved permanently (301)' },
  { id: 302, name: 'Moved temporarily (302)' },
  { id: 307, name: 'Moved temporarily, including forms (307)' },
  { id: 308, name: 'Moved permanently, including forms (308)' },
  { id: 404, name: 'Not found (404)' },
  { id: 410, name: 'Removed permanently (410)' },
];

const QUERIES = [
  { id: 'exact', name: 'Must be the same' },
  { id: 'exactorder', name: 'Must be the same, in any order' },
  { id: 'ignore', name: 'Does not matter' },
  { id: 'pass', name: 'Does not matter, and is added to the new address' },
];

const to = (action: 'enable' | 'disable' | 'reset') => async (items: readonly (string | number)[]) => {
  await actOn('redirect', action, { items });
  return [];
};

const bulk = (
  <>
    <BulkAction label="Switch on" change={to('enable')} />
    <BulkAction label="Switch off" change={to('disable')} />
    <BulkAction label="Reset the counter" change={to('reset')} />
    <BulkDeleteButton mutationMode="pessimistic" />
  </>
);

const STATES = [
  { id: 'enabled', name: 'On' },
  { id: 'disabled', name: 'Off' },
];

const Target = ({ rule }: { readonly rule: Row }) => {
  const translate = useTranslate();
  if (!rule.isPlain) return translate('Depends on a condition');
  return rule.action_type === 'error' ? translate('No page') : rule.target;
};

const filters = [
  <TextInput key="url" source="url" label="Address" alwaysOn resettable />,
  <TextInput key="target" source="target" label="Leads to" resettable />,
  choiceFilter('status', 'Status', STATES),
  <ReferenceInput key="group" source="group" reference="redirects/groups" sort={{ field: 'name', order: 'ASC' }}>
    <SelectInput label="Group" optionText="name" />
  </ReferenceInput>,
];

const Leading = () => {
  const translate = useTranslate();
  const [code, isPlain] = useWatch({ name: ['action_code', 'isPlain'] });
  if (isPlain === false) return <p>{translate('This rule has a condition, which cannot be changed here.')}</p>;
  return (
    <>
      <SelectInput source="action_code" label="What visitors get" choices={CODES} validate={required()} />
      {!(code >= 400) && (
        <TextInput
          source="target"
          label="Leads to"
          helperText="An address of this site, such as /events/, or of another one."
          validate={required()}
        />
      )}
    </>
  );
};

const Form = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput
            source="url"
            label="Address"
            helperText="The old address, such as /old-page."
            validate={required()}
          />
          <Leading />
        </>
      ),
      'When it applies': (
        <>
          <SelectInput
            source="match_data.source.flag_query"
            label="The part of the address after the question mark"
            choices={QUERIES}
          />
          <BooleanInput source="match_data.source.flag_case" label="Ignore upper and lower case" />
          <BooleanInput source="match_data.source.flag_trailing" label="Ignore a slash at the end" />
          <BooleanInput source="match_data.source.flag_regex" label="The address is a pattern (regular expression)" />
        </>
      ),
    }}
    side={
      <Panel title="More">
        <ReferenceInput source="group_id" reference="redirects/groups" sort={{ field: 'name', order: 'ASC' }}>
          <SelectInput label="Group" optionText="name" validate={required()} />
        </ReferenceInput>
        <TextInput source="title" label="Note" helperText="For you and your colleagues." />
      </Panel>
    }
  />
);

const flags = { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false };

export const ruleScreens = recordScreens({
  create: 'Add a redirect',
  kind: 'rule',
  name: 'url',
  bulk,
  filters,
  columns: [
    { source: 'url', label: 'Address' },
    { label: 'Leads to', cell: (rule) => <Target rule={rule} /> },
    { source: 'action_code', label: 'Code', isMinor: true },
    { source: 'hits', label: 'Visits', isMinor: true, isNumber: true },
    { source: 'last_access', label: 'Last visit', isMinor: true, isSorted: true },
    { source: 'state', label: 'Status', choices: STATES },
  ],
  start: { action_code: 301, group_id: 1, isPlain: true, match_data: { source: flags } },
  Form,
});
