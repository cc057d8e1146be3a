import {
  BooleanInput,
  ReferenceArrayField,
  ReferenceInput,
  required,
  SelectInput,
  SingleFieldList,
  TextInput,
} from 'react-admin';
import { History } from '../../form/History.tsx';
import { LinkedInput } from '../../form/LinkedInput.tsx';
import { PictureInput } from '../../form/PictureInput.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import {
  BulkActions,
  COMMENTS,
  type Column,
  choiceFilter,
  languageColumn,
  linkFilter,
  STATUSES,
  searchFilter,
} from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';
import { timeText } from '../../parts/dates.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useRights } from '../../shell/useRights.ts';

interface Words {
  readonly create: string;
  readonly path: string;
  readonly kind: 'post' | 'page';
}

const whatFields = (
  <>
    <TextInput source="title" label="Title" validate={required()} />
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
    slotProps={{ inputLabel: { shrink: true } }}
  />
);

const comments = <SelectInput source="comment_status" label="Comments" choices={COMMENTS} defaultValue="open" />;

const PostSide = () => {
  const may = useRights();
  return (
    <>
      <Panel title="Publication">
        <StatusInput right="publish_posts" isDraft />
        {publishedAt}
        {may('edit_others_posts') && <BooleanInput source="sticky" label="Keep at the top of lists" />}
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
        <SelectInput label="Parent page" emptyText="None" optionText="title" emptyValue={0} />
      </ReferenceInput>
      <TextInput source="menu_order" label="Order" type="number" parse={Number} />
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
          <TextInput source="excerpt" label="Summary" multiline />
          <TextInput source="slug" label="Web address" />
          <TextInput source="password" label="Password" autoComplete="off" />
        </>
      ),
    }}
    side={kind === 'post' ? <PostSide /> : <PageSide />}
  />
);

const categoryColumn: Column = {
  label: 'Categories',
  isMinor: true,
  cell: () => (
    <ReferenceArrayField source="categories" reference="content/categories">
      <SingleFieldList linkType={false} />
    </ReferenceArrayField>
  ),
};

/** Returns the list and the forms of posts or pages. */
export const postScreens = ({ create, path, kind }: Words) =>
  recordScreens({
    create,
    kind,
    name: 'title',
    link: 'link',
    deletion: 'Move to the trash',
    filters: [
      searchFilter,
      choiceFilter('status', 'Status', STATUSES, { alwaysOn: true }),
      ...(kind === 'post' ? [linkFilter('categories', 'Category', 'content/categories', 'name')] : []),
    ],
    sort: kind === 'post' ? { field: 'date', order: 'DESC' } : { field: 'title', order: 'ASC' },
    bulk: <BulkActions path={path} right={`publish_${kind}s`} />,
    columns: [
      { source: 'title', label: 'Title', isSorted: true },
      { source: 'status', label: 'Status', choices: STATUSES },
      ...(kind === 'post' ? [categoryColumn] : []),
      { source: 'date', label: 'Publication date', cell: (post) => timeText(post.date), isSorted: true },
      ...languageColumn,
    ],
    Form: () => <Form kind={kind} />,
  });
