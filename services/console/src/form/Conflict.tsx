import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Action } from '../parts/Action.tsx';
import { timeText } from '../parts/dates.ts';
import { Rows } from '../parts/Rows.tsx';
import type { Row } from '../shell/client.ts';
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
const COMPUTED = /^(?:etag|modified|_links|class_list|guid|link|generated_slug|permalink)/;

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
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">
        {who === undefined
          ? translate('Someone else changed this record.')
          : translate('%{who} changed this record at %{time}.', { who, time: timeText(at) })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('Review the changes before you save. Your text is kept.')}</DialogContentText>
        <Rows
          rows={differing(change).map((id) => ({ id }))}
          emptyText="The fields of this form are the same."
          columns={[
            { label: 'Field', cell: ({ id }) => translate(memberLabel(id)) },
            { label: 'The other version', cell: ({ id }) => shownValue(theirs[id]) },
            {
              label: 'Your version',
              cell: ({ id }) => (id in mine ? shownValue(mine[id]) : translate('You did not change it')),
            },
          ]}
        />
      </DialogContent>
      <DialogActions>
        <Action label="Keep editing" onClick={onClose} />
        <Action label="Use the other version" onClick={onTakeTheirs} />
        <Action label="Save my version" onClick={onKeepMine} variant="contained" />
      </DialogActions>
    </Dialog>
  );
};
