import { DataTable, SearchInput, SelectInput, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { EditForm } from '../../parts/Form.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { site } from '../../shell/site.ts';

const STATUSES = [
  { id: 0, name: 'Not translated' },
  { id: 2, name: 'Partly translated' },
  { id: 10, name: 'Translated' },
  { id: 3, name: 'Out of date' },
];

const Status = () => {
  const translate = useTranslate();
  const string = useRecordContext();
  return <>{translate(STATUSES.find(({ id }) => id === string?.status)?.name ?? 'Not translated')}</>;
};

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput key="status" source="status" label="Status" choices={STATUSES} />,
  <TextInput key="domain" source="domain" label="Domain" />,
];

/** The table of texts outside records. */
export const StringTable = () => (
  <RecordTable title="Strings" filters={filters} canCreate={false} sort={{ field: 'id', order: 'ASC' }}>
    <DataTable.Col source="value" label="Text" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col source="domain" label="Domain" disableSort />
    <DataTable.Col source="name" label="Name" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col label="Status">
      <Status />
    </DataTable.Col>
  </RecordTable>
);

const Texts = () => {
  const string = useRecordContext();
  return (
    <>
      {site.languages
        .filter(({ code }) => code !== string?.source_language)
        .map(({ code, name }) => (
          <TextInput
            key={code}
            source={`texts.${code}`}
            label={name}
            multiline
            slotProps={{ htmlInput: { lang: code } }}
            fullWidth
          />
        ))}
    </>
  );
};

/** The form of a string. */
export const StringForm = () => (
  <EditForm title="String">
    <TextInput source="value" label="Text" multiline disabled fullWidth />
    <Texts />
  </EditForm>
);
