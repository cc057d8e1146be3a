import { ReferenceInput, required, SelectInput, TextInput, useResourceContext } from 'react-admin';
import { RecordForm } from './RecordForm.tsx';
import { languageColumn, searchFilter } from './RecordList.tsx';
import { recordScreens } from './recordScreens.tsx';

interface Words {
  /** The English name of the primary action. */
  readonly create: string;
  /** True for categories, which form a tree. */
  readonly isTree: boolean;
  /** The kind of the record in its history. */
  readonly kind: string;
  /** True if lists can be ordered by use. */
  readonly hasCountOrder: boolean;
}

const Parent = () => (
  <ReferenceInput
    source="parent"
    reference={useResourceContext() ?? ''}
    perPage={100}
    sort={{ field: 'name', order: 'ASC' }}
  >
    <SelectInput label="Parent" emptyText="None" optionText="name" emptyValue={0} />
  </ReferenceInput>
);

/** Returns the list and the forms of categories or tags. */
export const termScreens = ({ create, isTree, kind, hasCountOrder }: Words) =>
  recordScreens({
    create,
    kind,
    link: 'link',
    deletion: 'Delete',
    filters: [searchFilter],
    sort: { field: 'name', order: 'ASC' },
    columns: [
      { source: 'name', label: 'Name', isSorted: true },
      { source: 'description', label: 'Description', isMinor: true },
      { source: 'count', label: 'Used', isNumber: true, ...(hasCountOrder && { isSorted: true }) },
      ...languageColumn,
    ],
    Form: () => (
      <RecordForm
        sections={{
          What: (
            <>
              <TextInput source="name" label="Name" validate={required()} />
              <TextInput source="slug" label="Web address" />
              {isTree && <Parent />}
              <TextInput source="description" label="Description" multiline minRows={3} />
            </>
          ),
        }}
      />
    ),
  });
