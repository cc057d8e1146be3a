import Chip from '@mui/material/Chip';
import {
  BooleanInput,
  BulkDeleteButton,
  Button,
  DataTable,
  NumberField,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useListContext,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CreateForm, EditForm } from '../../parts/Form.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { useAction } from '../../parts/useAnswer.ts';
import { actOn } from './sources.ts';

const CODES = [
  { id: 301, name: 'Moved for good (301)' },
  { id: 302, name: 'Moved for now (302)' },
  { id: 307, name: 'Moved for now, forms too (307)' },
  { id: 308, name: 'Moved for good, forms too (308)' },
  { id: 404, name: 'Not found (404)' },
  { id: 410, name: 'Gone for good (410)' },
];

const QUERIES = [
  { id: 'exact', name: 'Must be the same' },
  { id: 'exactorder', name: 'Must be the same, in any order' },
  { id: 'ignore', name: 'Does not matter' },
  { id: 'pass', name: 'Does not matter, and is passed on' },
];

const BulkButton = ({ action, label }: { readonly action: 'enable' | 'disable' | 'reset'; readonly label: string }) => {
  const { selectedIds, onUnselectItems } = useListContext();
  const act = useAction();
  const refresh = useRefresh();
  const run = async (): Promise<void> => {
    await act(() => actOn('redirect', action, { items: selectedIds }), 'Saved');
    onUnselectItems();
    refresh();
  };
  return <Button label={label} onClick={run} />;
};

const bulk = (
  <>
    <BulkButton action="enable" label="Switch on" />
    <BulkButton action="disable" label="Switch off" />
    <BulkButton action="reset" label="Reset the counter" />
    <BulkDeleteButton mutationMode="pessimistic" />
  </>
);

const State = () => {
  const translate = useTranslate();
  const rule = useRecordContext();
  if (rule === undefined) return null;
  return rule.enabled ? (
    <Chip size="small" color="success" variant="outlined" label={translate('On')} />
  ) : (
    <Chip size="small" label={translate('Off')} />
  );
};

const Target = () => {
  const translate = useTranslate();
  const rule = useRecordContext();
  if (rule === undefined) return null;
  if (!rule.isPlain) return <>{translate('Depends on a condition')}</>;
  return <>{rule.action_type === 'error' ? translate('No page') : rule.target}</>;
};

const filters = [
  <TextInput key="url" source="url" label="Address" alwaysOn resettable />,
  <TextInput key="target" source="target" label="Leads to" resettable />,
  <SelectInput
    key="status"
    source="status"
    label="Status"
    choices={[
      { id: 'enabled', name: 'On' },
      { id: 'disabled', name: 'Off' },
    ]}
  />,
  <ReferenceInput key="group" source="group" reference="redirects/groups" sort={{ field: 'name', order: 'ASC' }}>
    <SelectInput label="Group" optionText="name" />
  </ReferenceInput>,
];

/** The table of redirect rules. */
export const RuleTable = () => (
  <RecordTable title="Redirects" bulk={bulk} filters={filters}>
    <DataTable.Col source="url" label="Address" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col label="Leads to" sx={{ overflowWrap: 'anywhere' }}>
      <Target />
    </DataTable.Col>
    <DataTable.Col source="action_code" label="Code" disableSort />
    <DataTable.Col source="last_count" label="Visits">
      <NumberField source="hits" />
    </DataTable.Col>
    <DataTable.Col source="last_access" label="Last visit" />
    <DataTable.Col label="Status">
      <State />
    </DataTable.Col>
  </RecordTable>
);

const Leading = () => {
  const translate = useTranslate();
  const rule = useRecordContext();
  const code = useWatch({ name: 'action_code' });
  if (rule?.isPlain === false) return <p>{translate('This rule has a condition. It keeps its targets.')}</p>;
  return (
    <>
      <SelectInput source="action_code" label="Visitors get" choices={CODES} validate={required()} fullWidth />
      {!(code >= 400) && (
        <TextInput
          source="target"
          label="Leads to"
          helperText="An address of this site, such as /events/, or of another one."
          validate={required()}
          fullWidth
        />
      )}
    </>
  );
};

const fields = (
  <>
    <TextInput
      source="url"
      label="Address"
      helperText="The old address, such as /old-page."
      validate={required()}
      fullWidth
    />
    <Leading />
    <ReferenceInput source="group_id" reference="redirects/groups" sort={{ field: 'name', order: 'ASC' }}>
      <SelectInput label="Group" optionText="name" validate={required()} fullWidth />
    </ReferenceInput>
    <TextInput source="title" label="Note" helperText="For you and your colleagues." fullWidth />
    <SelectInput
      source="match_data.source.flag_query"
      label="The part of the address after the question mark"
      choices={QUERIES}
      fullWidth
    />
    <BooleanInput source="match_data.source.flag_case" label="Small and capital letters are the same" />
    <BooleanInput source="match_data.source.flag_trailing" label="A slash at the end does not matter" />
    <BooleanInput source="match_data.source.flag_regex" label="The address is a regular expression" />
  </>
);

const flags = { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false };

/** The form of a new rule. */
export const NewRule = () => (
  <CreateForm
    title="New redirect"
    defaults={{ action_code: 301, group_id: 1, isPlain: true, match_data: { source: flags } }}
  >
    {fields}
  </CreateForm>
);

/** The form of a rule. */
export const RuleForm = () => <EditForm title="Redirect">{fields}</EditForm>;
