import {
  BooleanInput,
  DataTable,
  type Identifier,
  ReferenceArrayField,
  ReferenceInput,
  required,
  SearchInput,
  SelectInput,
  SingleFieldList,
  TextInput,
} from 'react-admin';
import { timeText } from '../../form/dates.ts';
import { History } from '../../form/History.tsx';
import { LinkedInput } from '../../form/LinkedInput.tsx';
import { PictureInput } from '../../form/PictureInput.tsx';
import { changeMany } from '../../form/postSource.ts';
import { Panel, RecordForm } from '../../form/RecordForm.tsx';
import { BulkAction, RecordList, STATUSES, StatusField } from '../../form/RecordList.tsx';
import { CreateScreen, EditScreen } from '../../form/RecordScreen.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';
import type { Row } from '../../shell/client.ts';
import { useRights } from '../../shell/useRights.ts';

interface Words {
  readonly title: string;
  readonly create: string;
  readonly path: string;
  readonly kind: 'post' | 'page';
}

const whatFields = (
  <>
    <TextInput source="title" label="Title" validate={required()} helperText={false} />
    <TextEditor source="content" label="Text" />
  </>
);

const publishedAt = (
  <TextInput
    source="date"
    label="Publication date"
    type="datetime-local"
    format={(value?: string | null) => (value ?? '').slice(0, 16)}
    parse={(value: string) => (value === '' ? null : `${value}:00`)}
    helperText={false}
    slotProps={{ inputLabel: { shrink: true } }}
  />
);

const COMMENTS = [
  { id: 'open', name: 'Open' },
  { id: 'closed', name: 'Closed' },
];

const comments = (
  <SelectInput source="comment_status" label="Comments" choices={COMMENTS} defaultValue="open" helperText={false} />
);

const PostSide = () => {
  const may = useRights();
  return (
    <>
      <Panel title="Publication">
        <StatusInput right="publish_posts" isDraft />
        {publishedAt}
        {may('edit_others_posts') && <BooleanInput source="sticky" label="Keep at the top" helperText={false} />}
        {comments}
      </Panel>
      <Panel title="Picture">
        <PictureInput source="featured_media" />
      </Panel>
      <Panel title="Categories">
        <LinkedInput
          source="categories"
          label="Categories"
          reference="content/categories"
          name="name"
          canCreate={may('manage_categories')}
        />
        <LinkedInput source="tags" label="Tags" reference="content/tags" name="name" canCreate={may('edit_posts')} />
      </Panel>
      <History kind="post" />
    </>
  );
};

const PageSide = () => (
  <>
    <Panel title="Publication">
      <StatusInput right="publish_pages" isDraft />
      {publishedAt}
      {comments}
    </Panel>
    <Panel title="Place">
      <ReferenceInput source="parent" reference="content/pages" perPage={100} sort={{ field: 'title', order: 'ASC' }}>
        <SelectInput label="Page above" optionText="title" emptyValue={0} helperText={false} />
      </ReferenceInput>
      <TextInput source="menu_order" label="Order" type="number" parse={Number} helperText={false} />
    </Panel>
    <Panel title="Picture">
      <PictureInput source="featured_media" />
    </Panel>
    <History kind="page" />
  </>
);

const Form = ({ kind }: { readonly kind: 'post' | 'page' }) => (
  <RecordForm
    sections={{
      What: whatFields,
      More: (
        <>
          <TextInput source="excerpt" label="Summary" multiline helperText={false} />
          <TextInput source="slug" label="Web address" helperText={false} />
          <TextInput source="password" label="Password" helperText={false} autoComplete="off" />
        </>
      ),
    }}
    side={kind === 'post' ? <PostSide /> : <PageSide />}
  />
);

const Bulk = ({ path, kind }: Pick<Words, 'path' | 'kind'>) => {
  const may = useRights();
  const to = (status: string) => (ids: readonly Identifier[]) =>
    changeMany(path, ids, { method: 'PATCH', body: { status } });
  return (
    <>
      {may(`publish_${kind}s`) && <BulkAction label="Publish" change={to('publish')} />}
      <BulkAction label="Make a draft" change={to('draft')} />
      <BulkAction label="Move to the trash" change={(ids) => changeMany(path, ids, { method: 'DELETE' })} />
    </>
  );
};

const linkOf = ({ link }: Row): string | undefined => link;

/** Returns the list and the forms of posts or pages. */
export const postScreens = ({ title, create, path, kind }: Words) => ({
  list: () => (
    <RecordList
      title={title}
      create={create}
      filters={[
        <SearchInput key="search" source="search" alwaysOn />,
        <SelectInput key="status" source="status" label="Status" choices={STATUSES} alwaysOn />,
        ...(kind === 'post'
          ? [
              <ReferenceInput
                key="categories"
                source="categories"
                reference="content/categories"
                sort={{ field: 'name', order: 'ASC' }}
              >
                <SelectInput label="Category" optionText="name" />
              </ReferenceInput>,
            ]
          : []),
      ]}
      sort={kind === 'post' ? { field: 'date', order: 'DESC' } : { field: 'title', order: 'ASC' }}
      bulk={<Bulk path={path} kind={kind} />}
    >
      <DataTable.Col source="title" label="Title" />
      <DataTable.Col label="Status" disableSort>
        <StatusField />
      </DataTable.Col>
      {kind === 'post' && (
        <DataTable.Col label="Categories" disableSort>
          <ReferenceArrayField source="categories" reference="content/categories">
            <SingleFieldList linkType={false} />
          </ReferenceArrayField>
        </DataTable.Col>
      )}
      <DataTable.Col source="date" label="Publication date" render={(post: Row) => timeText(post.date)} />
      <DataTable.Col label="Language" disableSort render={(post: Row) => post.i18n?.language} />
    </RecordList>
  ),
  create: () => (
    <CreateScreen title={create} linkOf={linkOf}>
      <Form kind={kind} />
    </CreateScreen>
  ),
  edit: () => (
    <EditScreen kind={kind} titleOf={({ title }) => title} linkOf={linkOf}>
      <Form kind={kind} />
    </EditScreen>
  ),
});
