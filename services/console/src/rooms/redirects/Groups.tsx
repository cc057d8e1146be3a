import { required, SelectInput, TextInput } from 'react-admin';
import { RecordForm } from '../../form/RecordForm.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';

const SERVERS = [
  { id: 1, name: 'This site' },
  { id: 2, name: 'The web server in front of it: Apache' },
  { id: 3, name: 'The web server in front of it: nginx' },
];

const fields = (
  <>
    <TextInput source="name" label="Name" validate={required()} />
    <SelectInput source="module_id" label="Redirected by" choices={SERVERS} validate={required()} />
  </>
);

export const groupScreens = recordScreens({
  create: 'Add a group',
  kind: 'group',
  sort: { field: 'name', order: 'ASC' },
  columns: [
    { source: 'name', label: 'Name', isSorted: true },
    { source: 'redirects', label: 'Redirects', isNumber: true },
  ],
  start: { module_id: 1 },
  Form: () => <RecordForm sections={{ What: fields }} />,
});
