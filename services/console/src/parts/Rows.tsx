import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '../shell/client.ts';

interface RowsProps {
  readonly rows: readonly Row[];
  /** The columns: English names and cells. */
  readonly columns: readonly { readonly label: string; readonly cell: (row: Row) => ReactNode }[];
  readonly emptyText: string;
}

/** A plain table of an answer that is no table of records. */
export const Rows = ({ rows, columns, emptyText }: RowsProps) => {
  const translate = useTranslate();
  if (rows.length === 0) return <Typography color="text.secondary">{translate(emptyText)}</Typography>;
  return (
    <TableContainer>
      <Table size="small">
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
