import Typography from '@mui/material/Typography';
import type { ReactElement, ReactNode } from 'react';
import { CreateButton, DataTable, FilterButton, List, TopToolbar, useTranslate } from 'react-admin';

interface RecordTableProps {
  readonly title: string;
  /** Without it, records are not changed in bulk. */
  readonly bulk?: ReactElement;
  readonly filters?: ReactElement[];
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly canCreate?: boolean;
  readonly canOpen?: boolean;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}

const Nothing = () => {
  const translate = useTranslate();
  return <Typography sx={{ p: 2 }}>{translate('Nothing here.')}</Typography>;
};

/** A table of records, with one primary action at the top right. */
export const RecordTable = ({
  title,
  bulk,
  filters,
  sort = { field: 'id', order: 'DESC' },
  canCreate = true,
  canOpen = true,
  filter = {},
  children,
}: RecordTableProps) => (
  <List
    title={title}
    sort={sort}
    filter={filter}
    perPage={25}
    exporter={false}
    empty={false}
    {...(filters !== undefined && { filters })}
    actions={
      <TopToolbar>
        {filters !== undefined && <FilterButton />}
        {canCreate && <CreateButton variant="contained" />}
      </TopToolbar>
    }
  >
    <DataTable
      rowClick={canOpen ? 'edit' : false}
      bulkActionButtons={bulk ?? false}
      empty={<Nothing />}
      sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' } }}
    >
      {children}
    </DataTable>
  </List>
);
