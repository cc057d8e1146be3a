import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { ReactElement, ReactNode } from 'react';
import {
  DataTable,
  FilterButton,
  List,
  type ListProps,
  TopToolbar,
  useCreatePath,
  useListContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { useRefusal } from './RecordScreen.tsx';

/** The English words of statuses. */
export const STATUSES = [
  { id: 'publish', name: 'Published' },
  { id: 'future', name: 'Scheduled' },
  { id: 'pending', name: 'Waiting for review' },
  { id: 'draft', name: 'Draft' },
  { id: 'private', name: 'Private' },
  { id: 'trash', name: 'In the trash' },
];

/** The status of a record in words. */
export const StatusField = () => {
  const translate = useTranslate();
  const status = useRecordContext()?.status;
  const name = STATUSES.find(({ id }) => id === status)?.name ?? status;
  return name ? <Chip size="small" variant="outlined" label={translate(name)} /> : null;
};

interface Props {
  /** The English title. */
  readonly title: string;
  /** The English name of the primary action; without one, records are not created here. */
  readonly create?: string;
  readonly filters?: ReactElement[];
  readonly filter?: ListProps['filterDefaultValues'];
  readonly sort: NonNullable<ListProps['sort']>;
  /** Actions for selected records. */
  readonly bulk?: ReactNode;
  /** Further actions at the top. */
  readonly actions?: ReactNode;
  /** False if rows lead nowhere. */
  readonly isEdited?: boolean;
  /** The columns. */
  readonly children: ReactNode;
}

/** A table of records: search and filters, columns, actions for selected records, and one primary action. */
export const RecordList = ({
  title,
  create,
  filters,
  filter,
  sort,
  bulk,
  actions,
  isEdited = true,
  children,
}: Props) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  const bar = (
    <TopToolbar>
      {filters && filters.length > 1 && <FilterButton />}
      {actions}
      {create && (
        <Button component={Link} to={createPath({ resource, type: 'create' })} variant="contained" startIcon={<Add />}>
          {translate(create)}
        </Button>
      )}
    </TopToolbar>
  );
  return (
    <List
      title={title}
      actions={bar}
      sort={sort}
      perPage={25}
      exporter={false}
      empty={false}
      {...(filters && { filters })}
      {...(filter && { filterDefaultValues: filter })}
    >
      <DataTable
        rowClick={isEdited ? 'edit' : false}
        bulkActionButtons={bulk ?? false}
        sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' } }}
      >
        {children}
      </DataTable>
    </List>
  );
};

interface BulkProps {
  /** The English name of the action. */
  readonly label: string;
  /** Changes the records; returns the messages of refusals. */
  readonly change: (ids: readonly (string | number)[]) => Promise<string[]>;
}

/** An action for the selected records of a list. */
export const BulkAction = ({ label, change }: BulkProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const refuse = useRefusal();
  const { selectedIds, onUnselectItems } = useListContext();
  const act = async (): Promise<void> => {
    try {
      const refused = await change(selectedIds);
      const messageArgs = { smart_count: selectedIds.length };
      if (refused.length > 0) notify([...new Set(refused)].join(' '), { type: 'error' });
      else notify('ra.notification.updated', { type: 'success', messageArgs });
      onUnselectItems();
      refresh();
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <Button size="small" onClick={act}>
      {translate(label)}
    </Button>
  );
};
