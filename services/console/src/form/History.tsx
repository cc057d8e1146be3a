import { List, ListItem, ListItemText } from '@mui/material';
import { useEffect } from 'react';
import { useRecordContext, useRefresh, useTranslate } from 'react-admin';
import { Action } from '../parts/Action.tsx';
import { timeText } from '../parts/dates.ts';
import { Panel } from '../parts/Panel.tsx';
import { useAnswer } from '../parts/useAnswer.ts';
import { type Row, request } from '../shell/client.ts';
import { memberLabel } from './members.ts';

const MOST_CHANGES = 10;

/** The changes of a record with their times and users, and "Restore"; for users who may edit it. */
export const History = ({ kind }: { readonly kind: string }) => {
  const translate = useTranslate();
  const refresh = useRefresh();
  const record = useRecordContext();
  const path = `/ops/v1/history/${kind}/${record?.id}`;
  const { data = [], reload, change } = useAnswer(record?.id ? path : undefined, { per_page: MOST_CHANGES });
  const modified = record?.modified;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the record has an entry of its own
  useEffect(reload, [modified, reload]);
  const entries: readonly Row[] = data.filter(({ changes }: Row) => changes.length > 0);
  if (entries.length === 0) return null;
  const restore = async (version: number): Promise<void> => {
    await change(() => request('POST', `${path}/restore`, { body: { version } }), 'Restored');
    refresh();
  };
  const changed = ({ type, changes }: Row): string =>
    type.endsWith('Created')
      ? translate('Created')
      : [...new Set(changes.map(({ member }: Row) => translate(memberLabel(member))))].join(', ');
  return (
    <Panel title="History">
      <List dense disablePadding>
        {entries.map(({ version, at, who, ...entry }, index) => (
          <ListItem
            key={version}
            disableGutters
            secondaryAction={
              index > 0 && (
                <Action
                  label="Restore"
                  size="small"
                  onClick={() => restore(version)}
                  aria-label={translate('Restore the version of %{time}', { time: timeText(at) })}
                />
              )
            }
          >
            <ListItemText primary={`${timeText(at)} · ${who}`} secondary={changed(entry)} sx={{ pr: 8 }} />
          </ListItem>
        ))}
      </List>
    </Panel>
  );
};
