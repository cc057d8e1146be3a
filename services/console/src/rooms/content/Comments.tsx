import { DataTable, type Identifier, SearchInput, SelectInput, TextInput } from 'react-admin';
import { timeText } from '../../form/dates.ts';
import { plainText } from '../../form/postSource.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { BulkAction, RecordList } from '../../form/RecordList.tsx';
import { EditScreen } from '../../form/RecordScreen.tsx';
import { type Row, request } from '../../shell/client.ts';

const CHOICES = [
  { id: 'approved', name: 'Approved' },
  { id: 'hold', name: 'Waiting for review' },
  { id: 'spam', name: 'Spam' },
  { id: 'trash', name: 'In the trash' },
];

/** Changes comments one after another; returns the messages of refusals. */
const changeComments =
  (status: string) =>
  async (ids: readonly Identifier[]): Promise<string[]> => {
    const refused: string[] = [];
    for (const id of ids)
      await request('PATCH', `/core/v2/comments/${id}`, { body: { status } }).catch(({ message }: Error) =>
        refused.push(message),
      );
    return refused;
  };

const bulk = (
  <>
    <BulkAction label="Approve" change={changeComments('approved')} />
    <BulkAction label="Mark as spam" change={changeComments('spam')} />
    <BulkAction label="Move to the trash" change={changeComments('trash')} />
  </>
);

export const CommentList = () => (
  <RecordList
    title="Comments"
    filters={[
      <SearchInput key="search" source="search" alwaysOn />,
      <SelectInput
        key="status"
        source="status"
        label="Status"
        alwaysOn
        choices={CHOICES.map((each) => ({ ...each, id: each.id === 'approved' ? 'approve' : each.id }))}
      />,
    ]}
    sort={{ field: 'date', order: 'DESC' }}
    bulk={bulk}
  >
    <DataTable.Col source="author_name" label="Author" disableSort />
    <DataTable.Col label="Text" disableSort render={({ content }: Row) => plainText(content).slice(0, 200)} />
    <DataTable.Col source="date" label="Date" render={({ date }: Row) => timeText(date)} />
    <DataTable.Col source="status" label="Status" disableSort />
  </RecordList>
);

export const CommentEdit = () => (
  <EditScreen titleOf={({ author_name: name }) => name} linkOf={({ link }) => link}>
    <RecordForm
      sections={{
        What: (
          <>
            <TextInput source="content" label="Text" multiline minRows={4} helperText={false} />
            <SelectInput source="status" label="Status" choices={CHOICES} helperText={false} />
          </>
        ),
      }}
    />
  </EditScreen>
);
