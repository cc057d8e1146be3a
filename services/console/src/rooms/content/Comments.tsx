import { SelectInput, TextInput } from 'react-admin';
import { changeMany, plainText } from '../../form/postSource.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { BulkAction, choiceFilter, searchFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { timeText } from '../../parts/dates.ts';

const CHOICES = [
  { id: 'approved', name: 'Approved' },
  { id: 'hold', name: 'Waiting for review' },
  { id: 'spam', name: 'Spam' },
  { id: 'trash', name: 'In the trash' },
];

const to = (status: string) => (ids: readonly (string | number)[]) =>
  changeMany('/core/v2/comments', ids, { method: 'PATCH', body: { status } });

const bulk = (
  <>
    <BulkAction label="Approve" change={to('approved')} />
    <BulkAction label="Mark as spam" change={to('spam')} />
    <BulkAction label="Move to the trash" change={to('trash')} />
  </>
);

const Form = () => (
  <RecordForm
    sections={{
      What: (
        <>
          <TextInput source="content" label="Text" multiline minRows={4} />
          <SelectInput source="status" label="Status" choices={CHOICES} />
        </>
      ),
    }}
  />
);

export const commentScreens = recordScreens({
  name: 'author_name',
  link: 'link',
  filters: [
    searchFilter,
    choiceFilter('status', 'Status', [{ id: 'approve', name: 'Approved' }, ...CHOICES.slice(1)], { alwaysOn: true }),
  ],
  sort: { field: 'date', order: 'DESC' },
  bulk,
  columns: [
    { source: 'author_name', label: 'Author' },
    { label: 'Text', cell: ({ content }) => plainText(content).slice(0, 200) },
    { source: 'date', label: 'Date', isMinor: true, cell: ({ date }) => timeText(date), isSorted: true },
    { source: 'status', label: 'Status', choices: CHOICES },
  ],
  Form,
});
