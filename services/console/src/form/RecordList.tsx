import Add from '@mui/icons-material/Add';
import { Chip, Link, type Theme, useMediaQuery } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  AutocompleteInput,
  DataTable,
  FilterButton,
  List,
  ListNoResults,
  type ListProps,
  ReferenceInput,
  SearchInput,
  SelectInput,
  type SelectInputProps,
  TopToolbar,
  useCreatePath,
  useListContext,
  useNotify,
  useRefresh,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Action } from '../parts/Action.tsx';
import { Failed } from '../parts/Failed.tsx';
import { stackedRows } from '../parts/Rows.tsx';
import { useAction } from '../parts/useAnswer.ts';
import type { Row } from '../shell/client.ts';
import { languageName, site } from '../shell/site.ts';
import { useRights } from '../shell/useRights.ts';
import { changeMany } from './postSource.ts';

/** A value of a member, with its English words. */
interface Choice {
  readonly id: string | number;
  readonly name: string;
}

/** The English words of statuses. */
export const STATUSES = [
  { id: 'publish', name: 'Published' },
  { id: 'future', name: 'Scheduled' },
  { id: 'pending', name: 'Waiting for review' },
  { id: 'draft', name: 'Draft' },
  { id: 'private', name: 'Private' },
  { id: 'trash', name: 'In the trash' },
];

/** The English words of whether records take comments. */
export const COMMENTS = [
  { id: 'open', name: 'Open' },
  { id: 'closed', name: 'Closed' },
];

/** One of several values in words. */
const ChoiceChip = ({ value, choices }: { readonly value: Row; readonly choices: readonly Choice[] }) => {
  const translate = useTranslate();
  const name = choices.find(({ id }) => id === value)?.name ?? value;
  return name ? <Chip size="small" variant="outlined" label={translate(name)} /> : null;
};

/** The filter of most lists. */
export const searchFilter = <SearchInput key="search" source="search" alwaysOn />;

type FilterProps = Pick<SelectInputProps, 'alwaysOn' | 'emptyText' | 'translateChoice'>;

/** Returns a filter by one of several values. */
export const choiceFilter = (source: string, label: string, choices: readonly Choice[], more: FilterProps = {}) => (
  <SelectInput
    key={source}
    source={source}
    label={label}
    choices={[...choices]}
    {...(more.emptyText && { slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } })}
    {...more}
  />
);

/** Returns a filter by a linked record, which is searched by its name. */
export const linkFilter = (source: string, label: string, reference: string, name: string) => (
  <ReferenceInput key={source} source={source} reference={reference} sort={{ field: name, order: 'ASC' }}>
    <AutocompleteInput label={label} optionText={name} filterToQuery={(search: string) => ({ search })} />
  </ReferenceInput>
);

/** The filter by status. */
export const statusFilter = choiceFilter('status', 'Status', STATUSES);

/** A column of a list. */
export interface Column {
  /** The English label. */
  readonly label: string;
  readonly source?: string;
  /** Shows a record; by default the member `source` as it is. */
  readonly cell?: (record: Row) => ReactNode;
  /** The values of the member with their words. */
  readonly choices?: readonly Choice[];
  /** True if the list can be sorted by the member. */
  readonly isSorted?: true;
  readonly isNumber?: true;
  /** True if narrow windows leave the column out. */
  readonly isMinor?: true;
}

/** The language of records, if the site has several. */
export const languageColumn: readonly Column[] =
  site.languages.length > 1
    ? [{ label: 'Language', isMinor: true, cell: ({ i18n }) => i18n && languageName(i18n.language) }]
    : [];

/** The name of a record, which leads to its form. */
const NameLink = ({ record, name }: { readonly record: Row; readonly name: ReactNode }) => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const resource = useResourceContext();
  if (record.isClosed) return name;
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource, type: 'edit', id: record.id })}
      underline="hover"
      sx={{ fontWeight: 600 }}
      // the row leads there too
      onClick={(event) => event.stopPropagation()}
    >
      {name || translate('No title')}
    </Link>
  );
};

export interface RecordListProps {
  readonly columns: readonly Column[];
  /** The English name of the primary action; without one, records are not created here. */
  readonly create?: string | undefined;
  readonly filters?: ReactElement[];
  readonly sort?: NonNullable<ListProps['sort']>;
  /** Actions for selected records. */
  readonly bulk?: ReactNode;
  /** Further actions at the top. */
  readonly actions?: ReactNode;
  /** False if rows lead nowhere. */
  readonly isEdited?: boolean;
}

/** Says that there are no records, or why there is no list. */
const NoRows = () => {
  const { error, refetch } = useListContext();
  return error ? <Failed error={error} onRetry={refetch} /> : <ListNoResults />;
};

/** A table of records: search and filters, columns, actions for selected records, and one primary action. */
export const RecordList = ({
  columns,
  create,
  filters,
  sort = { field: 'id', order: 'DESC' },
  bulk,
  actions,
  isEdited = true,
}: RecordListProps) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  const { options } = useResourceDefinition();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const shown = columns.filter(({ isMinor }) => !(isMinor && isNarrow));
  const naming = isEdited ? columns.find(({ source }) => source !== undefined) : undefined;
  const renderOf = (column: Column): Column['cell'] => {
    const { source = '', cell, choices } = column;
    if (column === naming) return (record) => <NameLink record={record} name={cell ? cell(record) : record[source]} />;
    return choices ? (record) => <ChoiceChip value={record[source]} choices={choices} /> : cell;
  };
  const bar = (
    <TopToolbar sx={{ alignItems: 'center' }}>
      {filters && filters.length > 1 && <FilterButton />}
      {actions}
      {create && (
        <Action label={create} to={createPath({ resource, type: 'create' })} variant="contained" startIcon={<Add />} />
      )}
    </TopToolbar>
  );
  return (
    <List
      title={options?.label}
      actions={bar}
      sort={sort}
      perPage={25}
      exporter={false}
      empty={false}
      {...(filters && { filters })}
    >
      <DataTable
        rowClick={isEdited && ((_id, _resource, { isClosed }) => (isClosed ? false : 'edit'))}
        bulkActionButtons={bulk ?? false}
        empty={<NoRows />}
        sx={({ breakpoints }) => ({
          '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
          // without a selection, the actions lie unseen above the headings
          '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden' },
          '& .MuiTableCell-paddingCheckbox': { width: 48 },
          '& .RaDataTable-rowCell': { overflowWrap: 'anywhere', minWidth: 84 },
          [breakpoints.down('sm')]: stackedRows,
        })}
      >
        {shown.map((column) => {
          const { label, source, isSorted, isNumber } = column;
          const render = renderOf(column);
          return (
            <DataTable.Col
              key={label}
              label={label}
              disableSort={!isSorted}
              align={isNumber ? 'right' : 'left'}
              {...(source && { source })}
              {...(render && { render })}
              {...(column !== naming && { 'data-label': translate(label) })}
            />
          );
        })}
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
  const notify = useNotify();
  const refresh = useRefresh();
  const act = useAction();
  const { selectedIds, onUnselectItems } = useListContext();
  const run = async (): Promise<void> => {
    const refused = await act(() => change(selectedIds));
    if (refused === undefined) return;
    const messageArgs = { smart_count: selectedIds.length };
    if (refused.length > 0) notify([...new Set(refused)].join(' '), { type: 'error' });
    else notify('ra.notification.updated', { type: 'success', messageArgs });
    onUnselectItems();
    refresh();
  };
  return <Action label={label} size="small" onClick={run} />;
};

interface BulkActionsProps {
  /** The path of the records in `core/v2`. */
  readonly path: string;
  /** The right to publish. */
  readonly right: string;
}

/** The actions for selected records in the form of posts. */
export const BulkActions = ({ path, right }: BulkActionsProps) => {
  const may = useRights();
  const to = (status: string) => (ids: readonly (string | number)[]) =>
    changeMany(path, ids, { method: 'PATCH', body: { status } });
  return (
    <>
      {may(right) && <BulkAction label="Publish" change={to('publish')} />}
      <BulkAction label="Change to draft" change={to('draft')} />
      <BulkAction label="Move to the trash" change={(ids) => changeMany(path, ids, { method: 'DELETE' })} />
    </>
  );
};
