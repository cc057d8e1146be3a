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
const stacked = {
  '& thead': { display: 'none' },
  '&, & tbody, & tr': { display: 'block' },
  '& tr': { py: 1, borderBottom: 1, borderColor: 'divider' },
  '& tr:last-child': { borderBottom: 0 },
  '& td': { display: 'flex', alignItems: 'baseline', columnGap: 1, border: 0, px: 0, py: 0.25 },
  '& td:empty': { display: 'none' },
  '& td::before': { content: 'attr(data-label)', flex: '0 0 7rem', color: 'text.secondary', overflowWrap: 'anywhere' },
};

/** A plain table of rows that are no records. */
export const Rows = ({ rows, columns, emptyText }: TableProps & { readonly rows: readonly Row[] }) => {
  const translate = useTranslate();
  if (rows.length === 0) return <Typography color="text.secondary">{translate(emptyText)}</Typography>;
  return (
    <TableContainer>
      <Table size="small" sx={({ breakpoints }) => ({ [breakpoints.down('sm')]: stacked })}>
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
                  sx={{ overflowWrap: 'anywhere', minWidth: 84, verticalAlign: 'top', whiteSpace: 'pre-line' }}
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
