import {
  DataTable,
  ReferenceInput,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useResourceContext,
} from 'react-admin';
import { RecordForm } from './RecordForm.tsx';
import { RecordList } from './RecordList.tsx';
import { CreateScreen, EditScreen } from './RecordScreen.tsx';

interface Words {
  /** The English title of the list. */
  readonly title: string;
  /** The English name of the primary action. */
  readonly create: string;
  /** True for categories, which form a tree. */
  readonly isTree: boolean;
  /** The kind of the record in its history. */
  readonly kind: string;
  /** False if lists cannot be ordered by use. */
  readonly hasCountOrder?: false;
}

/** Returns the list and the forms of categories or tags. */
export const termScreens = ({ title, create, isTree, kind, hasCountOrder }: Words) => {
  const Fields = () => {
    const resource = useResourceContext() ?? '';
    return (
      <RecordForm
        sections={{
          What: (
            <>
              <TextInput source="name" label="Name" validate={required()} helperText={false} />
              <TextInput source="slug" label="Web address" helperText={false} />
              {isTree && (
                <ReferenceInput
                  source="parent"
                  reference={resource}
                  perPage={100}
                  sort={{ field: 'name', order: 'ASC' }}
                >
                  <SelectInput label="Parent" optionText="name" emptyValue={0} helperText={false} />
                </ReferenceInput>
              )}
              <TextInput source="description" label="Description" multiline minRows={3} helperText={false} />
            </>
          ),
        }}
      />
    );
  };
  return {
    list: () => (
      <RecordList
        title={title}
        create={create}
        filters={[<SearchInput key="search" source="search" alwaysOn />]}
        sort={{ field: 'name', order: 'ASC' }}
      >
        <DataTable.Col source="name" label="Name" />
        <DataTable.Col source="description" label="Description" disableSort />
        <DataTable.NumberCol source="count" label="Used" disableSort={hasCountOrder === false} />
      </RecordList>
    ),
    create: () => (
      <CreateScreen title={create}>
        <Fields />
      </CreateScreen>
    ),
    edit: () => (
      <EditScreen kind={kind} titleOf={({ name }) => name} linkOf={({ link }) => link}>
        <Fields />
      </EditScreen>
    ),
  };
};
