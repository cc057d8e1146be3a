import { DataTable, required, SelectInput, TextInput } from 'react-admin';
import { CreateForm, EditForm } from '../../parts/Form.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';

const fields = (
  <>
    <TextInput source="name" label="Name" validate={required()} fullWidth />
    <SelectInput
      source="module_id"
      label="Redirected by"
      choices={[
        { id: 1, name: 'This site' },
        { id: 2, name: 'A web server before it: Apache' },
        { id: 3, name: 'A web server before it: nginx' },
      ]}
      validate={required()}
      fullWidth
    />
  </>
);

export const GroupTable = () => (
  <RecordTable title="Groups of redirects" sort={{ field: 'name', order: 'ASC' }}>
    <DataTable.Col source="name" label="Name" />
    <DataTable.NumberCol source="redirects" label="Redirects" disableSort />
  </RecordTable>
);

export const NewGroup = () => (
  <CreateForm title="New group" defaults={{ module_id: 1 }}>
    {fields}
  </CreateForm>
);

export const GroupForm = () => <EditForm title="Group">{fields}</EditForm>;
