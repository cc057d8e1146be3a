import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '../shell/client.ts';
import { Waiting } from './Panel.tsx';
import type { ReadAnswer } from './useAnswer.ts';

interface TableProps {
  /** The columns: English names and cells. */
  readonly columns: readonly { readonly label: string; readonly cell: (row: Row) => ReactNode }[];
  readonly emptyText: string;
}

/** On phones each row is a block of lines, and a line has the name of its column before the cell. */
export const stackedRows = {
  '&, & :is(table, thead, tbody)': { display: 'block' },
  '& tr': {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    py: 1,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& thead tr': { flexDirection: 'row' },
  '& tbody tr:last-child': { borderBottom: 0 },
  '& td': { display: 'flex', flexDirection: 'row', alignItems: 'baseline', columnGap: 1, border: 0, py: 0.25 },
  '& td:not([data-label])': { order: -1 },
  '& td:empty': { display: 'none' },
  '& td[data-label]::before': {
    content: 'attr(data-label)',
    flex: '0 0 7rem',
    textAlign: 'left',
    color: 'text.secondary',
    overflowWrap: 'anywhere',
  },
  // of the headings, those remain that do something
  '& th': { border: 0, py: 0 },
  '& th:not(:has(:is(input, .MuiTableSortLabel-root)))': { display: 'none' },
  '& tr:has(.MuiTableCell-paddingCheckbox)': { pl: 5, minHeight: 44 },
  '& .MuiTableCell-paddingCheckbox': { position: 'absolute', left: 0, top: 6 },
};

/** A plain table of rows that are no records. */
export const Rows = ({ rows, columns, emptyText }: TableProps & { readonly rows: readonly Row[] }) => {
  const translate = useTranslate();
  if (rows.length === 0) return <Typography color="textSecondary">{translate(emptyText)}</Typography>;
  return (
    <TableContainer>
      <Table
        size="small"
        sx={({ breakpoints }) => ({
          '& :is(td, th)': { pl: 0, verticalAlign: 'baseline' },
          '& td .MuiButton-text': { ml: -0.75 },
          // two columns fit on phones
          ...(columns.length > 2 && { [breakpoints.down('sm')]: { ...stackedRows, '& thead': { display: 'none' } } }),
        })}
      >
        <TableHead>
          <TableRow>
            {columns.map(({ label }) => (
              <TableCell key={label}>{translate(label)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, place) => (
            <TableRow key={row.id ?? place}>
              {columns.map(({ label, cell }) => (
                <TableCell
                  key={label}
                  data-label={translate(label)}
                  sx={{ overflowWrap: 'anywhere', minWidth: 112, whiteSpace: 'pre-line' }}
                >
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

interface AnswerRowsProps extends TableProps {
  readonly shown: ReadAnswer;
  /** Returns the rows of the answer; by default the answer itself. */
  readonly rowsOf?: (data: Row) => readonly Row[];
}

/** The table of an answer, once there is one. */
export const AnswerRows = ({ shown, rowsOf = (data) => data, ...table }: AnswerRowsProps) => (
  <Waiting shown={shown}>{shown.data && <Rows rows={rowsOf(shown.data)} {...table} />}</Waiting>
);
