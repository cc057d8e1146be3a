import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { IconButton, List, ListItem, ListItemText } from '@mui/material';
import { useState } from 'react';
import { required, SelectArrayInput, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { plainText } from '../../form/postSource.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Action } from '../../parts/Action.tsx';
import { Field } from '../../parts/Field.tsx';
import { LineForm } from '../../parts/LineForm.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const ITEMS = '/core/v2/menu-items';
const PLACES = [
  { id: 'primary', name: 'Header' },
  { id: 'footer', name: 'Footer' },
];

/** A link to an address, at the end of the menu. */
const NewItem = ({ onAdd }: { readonly onAdd: (item: object) => Promise<unknown> }) => {
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const add = async (): Promise<void> => {
    await onAdd({ title, url });
    setTitle('');
    setUrl('');
  };
  return (
    <LineForm action="Add a link" onSend={add}>
      <Field label="Text of the link" value={title} onChange={setTitle} required />
      <Field label="Leads to" value={url} onChange={setUrl} placeholder="/events/" required />
    </LineForm>
  );
};

/** The links of a menu, in their order; each change is saved at once. */
const Items = () => {
  const translate = useTranslate();
  const menu = useRecordContext()?.id;
  const query = { menus: menu, context: 'edit', status: 'any' };
  const { data = [], change } = useAnswer(menu ? ITEMS : undefined, query);
  const swap = (at: number, other: number) =>
    change(async () => {
      const order = data.map(({ id }: Row) => id);
      [order[at], order[other]] = [order[other], order[at]];
      for (const [index, id] of order.entries())
        if (data[index].id !== id || data[index].menu_order !== index + 1)
          await request('PATCH', `${ITEMS}/${id}`, { body: { menu_order: index + 1 } });
    });
  return (
    <Panel title="Links">
      <List dense disablePadding>
        {data.map((item: Row, at: number) => {
          const title = plainText(item.title.rendered);
          return (
            <ListItem
              key={item.id}
              disableGutters
              secondaryAction={
                <>
                  <IconButton
                    aria-label={`${translate('ra.action.move_up')}: ${title}`}
                    disabled={at === 0}
                    onClick={() => swap(at, at - 1)}
                  >
                    <ArrowUpward fontSize="small" />
                  </IconButton>
                  <IconButton
                    aria-label={`${translate('ra.action.move_down')}: ${title}`}
                    disabled={at === data.length - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    <ArrowDownward fontSize="small" />
                  </IconButton>
                  <Action
                    label="ra.action.remove"
                    size="small"
                    onClick={() => change(() => request('DELETE', `${ITEMS}/${item.id}`, { query: { force: true } }))}
                  />
                </>
              }
            >
              <ListItemText primary={title} secondary={item.url} sx={{ pr: 20, overflowWrap: 'anywhere' }} />
            </ListItem>
          );
        })}
      </List>
      <NewItem
        onAdd={(item) =>
          change(() =>
            request('POST', ITEMS, { body: { ...item, menus: menu, menu_order: data.length + 1, status: 'publish' } }),
          )
        }
      />
    </Panel>
  );
};

const Form = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput source="name" label="Name" validate={required()} />
          <SelectArrayInput source="locations" label="Shown in" choices={PLACES} />
        </>
      ),
    }}
  />
);

export const menuScreens = recordScreens({
  create: 'Add a menu',
  filters: [searchFilter],
  sort: { field: 'name', order: 'ASC' },
  columns: [
    { source: 'name', label: 'Name', isSorted: true },
    { source: 'description', label: 'Description' },
  ],
  above: <Items />,
  Form,
});
