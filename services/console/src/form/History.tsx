import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import { type Row, request } from '../shell/client.ts';
import { useRights } from '../shell/useRights.ts';
import { timeText } from './dates.ts';
import { memberLabel } from './members.ts';
import { Panel } from './RecordForm.tsx';
import { useRefusal } from './RecordScreen.tsx';

const MOST_CHANGES = 10;

/** The changes of a record with their times and users, and "Restore"; for administrators. */
export const History = ({ kind }: { readonly kind: string }) => {
  const translate = useTranslate();
  const may = useRights();
  const notify = useNotify();
  const refresh = useRefresh();
  const refuse = useRefusal();
  const record = useRecordContext();
  const path = `/ops/v1/history/${kind}/${record?.id}`;
  const { data = [], refetch } = useQuery<Row[]>({
    queryKey: ['history', kind, record?.id, record?.modified],
    enabled: may('manage_options') && record !== undefined,
    queryFn: async () => (await request('GET', path, { query: { per_page: MOST_CHANGES } })).data,
  });
  const entries = data.filter(({ changes }) => changes.length > 0);
  if (entries.length === 0) return null;
  const restore = async (version: number): Promise<void> => {
    try {
      await request('POST', `${path}/restore`, { body: { version } });
      notify('Restored', { type: 'success' });
      refresh();
      refetch();
    } catch (error) {
      refuse(error);
    }
  };
  const changed = (changes: Row[]): string =>
    [...new Set(changes.map(({ member }) => translate(memberLabel(member))))].join(', ');
  return (
    <Panel title="History">
      <List dense disablePadding>
        {entries.map(({ version, at, who, changes }, index) => (
          <ListItem
            key={version}
            disableGutters
            secondaryAction={
              index > 0 && (
                <Button
                  size="small"
                  onClick={() => restore(version)}
                  aria-label={translate('Restore the version of %{time}', { time: timeText(at) })}
                >
                  {translate('Restore')}
                </Button>
              )
            }
          >
            <ListItemText primary={`${timeText(at)} · ${who}`} secondary={changed(changes)} sx={{ pr: 8 }} />
          </ListItem>
        ))}
      </List>
    </Panel>
  );
};
