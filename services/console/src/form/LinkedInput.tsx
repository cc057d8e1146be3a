import { AutocompleteArrayInput, ReferenceArrayInput, useDataProvider } from 'react-admin';

interface LinkedProps {
  readonly source: string;
  readonly label: string;
  readonly reference: string;
  /** The member that holds the name. */
  readonly name: string;
  /** True if the person may create records here. */
  readonly canCreate?: boolean;
}

/** Linked records by search, with "create". */
export const LinkedInput = ({ source, label, reference, name, canCreate = false }: LinkedProps) => {
  const dataProvider = useDataProvider();
  const create = async (typed?: string) => {
    const status = { status: 'publish' };
    const { data } = await dataProvider.create(reference, { data: { [name]: typed, ...(name === 'title' && status) } });
    return data;
  };
  return (
    <ReferenceArrayInput source={source} reference={reference} perPage={25} sort={{ field: name, order: 'ASC' }}>
      <AutocompleteArrayInput
        label={label}
        optionText={name}
        filterToQuery={(search: string) => ({ search })}
        {...(canCreate && { onCreate: create })}
      />
    </ReferenceArrayInput>
  );
};
