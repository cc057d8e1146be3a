import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import type { Row } from '../shell/client.ts';
import { timeText } from './dates.ts';
import { memberLabel, shownValue } from './members.ts';

/** Someone else's change of a record that is being edited. */
export interface OtherChange {
  /** The record as it was read. */
  readonly base: Row;
  readonly theirs: Row;
  /** The members that the person has changed. */
  readonly mine: Row;
  readonly who?: string | undefined;
  readonly at?: string | undefined;
}

/** Members that are computed from others. */
const COMPUTED = /^(?:modified|_links|class_list|guid|link|generated_slug|permalink)/;

const differing = ({ base, theirs }: OtherChange): string[] =>
  Object.keys(theirs).filter(
    (name) => !COMPUTED.test(name) && JSON.stringify(base[name]) !== JSON.stringify(theirs[name]),
  );

interface Props {
  readonly change: OtherChange;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows what someone else has changed meanwhile, and lets the person choose. Nothing typed is lost. */
export const Conflict = ({ change, onKeepMine, onTakeTheirs, onClose }: Props) => {
  const translate = useTranslate();
  const { who, at, theirs, mine } = change;
  const cell = { whiteSpace: 'pre-wrap', wordBreak: 'break-word' } as const;
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">
        {who === undefined
          ? translate('Someone else changed this record.')
          : translate('%{who} changed this record at %{time}.', { who, time: timeText(at) })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('Review the changes before you save. Your text is kept.')}</DialogContentText>
        <Table size="small" sx={{ mt: 2 }}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('Field')}</TableCell>
              <TableCell>{translate('Saved meanwhile')}</TableCell>
              <TableCell>{translate('Yours')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differing(change).map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {translate(memberLabel(name))}
                </TableCell>
                <TableCell sx={cell}>{shownValue(theirs[name])}</TableCell>
                <TableCell sx={cell}>
                  {name in mine ? shownValue(mine[name]) : translate('Not changed by you')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('Go on editing')}</Button>
        <Button onClick={onTakeTheirs}>{translate('Discard mine')}</Button>
        <Button onClick={onKeepMine} variant="contained">
          {translate('Save mine over it')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
