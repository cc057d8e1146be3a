import { BulkDeleteButton, Button, DataTable, TextInput, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { RecordTable } from '../../parts/RecordTable.tsx';

const bulk = <BulkDeleteButton mutationMode="pessimistic" />;
const filters = [<TextInput key="url" source="url" label="Address" alwaysOn resettable />];

const MakeRule = () => {
  const visit = useRecordContext();
  if (visit === undefined) return null;
  const source = encodeURIComponent(JSON.stringify({ url: visit.url }));
  return <Button component={Link} to={`/redirects/rules/create?source=${source}`} label="Make a redirect" />;
};

/** Addresses that visitors asked for in vain, the most frequent first. */
export const MissingPages = () => (
  <RecordTable
    title="Pages not found"
    bulk={bulk}
    filters={filters}
    sort={{ field: 'count', order: 'DESC' }}
    canCreate={false}
    canOpen={false}
  >
    <DataTable.Col source="url" label="Address" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.NumberCol source="count" label="Visits" disableSort />
    <DataTable.Col label="Solve">
      <MakeRule />
    </DataTable.Col>
  </RecordTable>
);

/** Visits that were redirected. */
export const VisitTable = () => (
  <RecordTable title="Redirected visits" bulk={bulk} filters={filters} canCreate={false} canOpen={false}>
    <DataTable.Col source="created" label="Time" disableSort>
      <Time />
    </DataTable.Col>
    <DataTable.Col source="url" label="Address" sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col source="sent_to" label="Led to" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col source="http_code" label="Code" disableSort />
    <DataTable.Col source="referrer" label="Came from" disableSort sx={{ overflowWrap: 'anywhere' }} />
  </RecordTable>
);

const Time = () => {
  const visit = useRecordContext();
  return (
    <>
      {visit?.created} {visit?.created_time}
    </>
  );
};
